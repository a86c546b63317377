"""Moves as codes, numbers from 1: arrays, words read as codes, states that play them, playouts."""
