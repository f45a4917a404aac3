"""How good a model is in the eyes of its judges, and how far the judges can be trusted."""
