"""A Jupyter kernel for Martlet: cells are statements and commands of the shell."""
