"""Small pictures of objects, streets and scenes, drawn from plain shapes for the example benchmarks."""
