"""The land of Spike as scenery: the map under the network, and the band of landscape at the head of a board."""
