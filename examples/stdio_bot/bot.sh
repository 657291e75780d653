#!/bin/sh
# A bot in POSIX shell that plays a random legal word. Words consist of [a-z0-9_:-] only, and the view is the last field
# of a question, so the moves can be cut out of the line without a JSON parser.
#   trainshed sim lok-n-roll --bots mine,random --program "mine=sh examples/stdio_bot/bot.sh"

number() { # line field: the whole number in a field of a line
  rest=${1#*\"$2\":}
  echo "${rest%%[,\}]*}"
}

while IFS= read -r line; do
  case $line in
    '{"type":"hello",'*) echo '{"type": "ready", "protocol": 1, "name": "shell"}' ;;
    '{"type":"choose",'*)
      rest=${line#*\"moves\":[}
      set -f
      IFS=, # the words become the arguments $1, $2 …, each still in its quotes
      set -- ${rest%%]*} "$(number "$line" id)" "$(number "$line" seed)"
      unset IFS
      eval "id=\${$(($# - 1))} seed=\${$#}"
      eval "word=\${$((seed % ($# - 2) + 1))}"
      echo "{\"type\": \"move\", \"id\": $id, \"word\": $word}"
      ;;
  esac
done
