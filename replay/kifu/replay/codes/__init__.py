"""Moves as codes, numbers from 1: arrays, words as codes, states that play them, observations."""
