"""`trainshed learn`: train the value of a title by self-play, and compare it with the hand-made one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from trainshed.cli.common import ON_HELP, CliError, progress_bar, workers
from trainshed.kernel.registry import game as find

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from trainshed.arena.learn.rounds import TrainingRound

INSTALL: Final = 'pip install "trainshed[learn]"'


def learn(
    title: Annotated[str, typer.Argument(help="The title's slug, see `trainshed games`.")],
    keep: Annotated[Path, typer.Option(help="A folder for games, weights and the record; a training goes on there.")],
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to be played now.")] = 1,
    games: Annotated[int, typer.Option(min=16, help="Self-play games of a round.")] = 400,
    nodes: Annotated[int, typer.Option(min=1, max=64, help="Simulations a question, of both sides.")] = 16,
    duels: Annotated[int, typer.Option(min=2, help="Games against the value before, in pairs of equal luck.")] = 200,
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same training.")] = "learn",
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; the default is one for each core.")] = None,
    on: Annotated[str, typer.Option(help=ON_HELP)] = "local",
    ship: Annotated[bool, typer.Option("--ship", help="Put the best weights into the title's folder.")] = False,
) -> None:
    """Train the learned value of a title by self-play.

    A round plays games with search and the best value so far, fits a network to their positions, and lets it play
    against the hand-made estimate and the best value so far. It replaces that one if it wins. A training that was
    stopped goes on where it was; more rounds continue it.
    """
    try:
        from trainshed.arena.learn.rounds import Training, TrainingPlan
    except ModuleNotFoundError as error:
        raise CliError(f"learning needs {error.name}: {INSTALL}") from error

    if duels % 2:
        raise CliError("duels come in pairs: give an even number")
    game = find(title)
    with workers(on, jobs, games) as runner:
        training = Training(game, TrainingPlan(game.slug, games, nodes, duels, seed), keep, runner=runner)
        for _ in range(rounds):
            with progress_bar() as bar:
                made = training.play_round(ProgressLines(bar).advance)
            print(told(made, duels), flush=True)
    best = training.record.best
    print(f"best: {f'round {best}, {training.weights(best)}' if best else 'the hand-made estimate'}")
    if ship:
        written = training.ship(Path(str(game.part("game").__file__)).parent)
        print(f"written: {written}" if written else "nothing is written: the hand-made estimate ships")


def told(made: TrainingRound, duels: int) -> str:
    """What a round brought, as one line."""
    low, high = made.interval
    return (
        f"round {made.number}, played by {made.played_by}: {made.fit.positions} positions, explains "
        f"{made.fit.points_explained:.1%} of what the hand-made estimate misses, Brier {made.fit.brier:.3f} "
        f"(even {made.fit.brier_even:.3f}); wins {made.against_hand_made:.1%} ({low:.1%} - {high:.1%}) of {duels} "
        f"games against the hand-made estimate, {made.against_best:.1%} against the best so far: "
        f"{'replaces it' if made.replaced else 'does not replace it'}"
    )


class ProgressLines:
    """Lines of a progress bar, one for each thing that is being done."""

    def __init__(self, bar: Progress) -> None:
        self.bar = bar
        self.tasks: dict[str, TaskID] = {}

    def advance(self, what: str, more: int, most: int) -> None:
        if what not in self.tasks:
            self.tasks[what] = self.bar.add_task(what, total=most)
        self.bar.advance(self.tasks[what], more)
