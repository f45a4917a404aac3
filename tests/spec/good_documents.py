"""Three whole `benchmark.yaml` files that are right, as YAML text; together they use every kind and every section."""

from __future__ import annotations

MUSEUM = """\
name: museum
version: 1.0.0
title: What a model says about an object
items:
  image: image
  state: output_state
  slices: [region, [region, type]]
  strata: [region, type]
  cluster: object
  raters_per_item: 2
fields:
  title: {kind: text, reference: title_reference}
  period: {kind: text, missing: [n/a]}
  title_match:
    kind: binary
    matches: title
    question: Does the title agree with a reference?
  period_match: {kind: binary, matches: period, reference: period_reference, labels: [0, 1]}
policies:
  empty_reference: {human: leave_blank, judge: judge}
  invalid_output: exclude
tables: {of: model, pass: round}
"""

STREETS = """\
name: streets
version: 2.1.0-rc.1
title: {en: Streets, zh: 街道}
description: Dimensions of street scenes.
languages: [en, zh]
items: {file: items.csv, id: image_id, image: path, slices: [source]}
fields:
  weather:
    kind: choice
    question: {en: "How is the weather?", zh: 天气}
    labels:
      - {id: sunny, name: {en: Sunny, zh: 晴}, aliases: [clear, 1]}
      - {id: rain, name: {en: Rain, zh: 雨}, help: Drops or wet ground}
      - snow
    abstain: [Not applicable, {id: Cannot judge, name: {zh: 无法判断}}]
    subjective: true
  violations:
    kind: labels
    labels: [parking, crossing, 3]
    none: {id: no violation, aliases: [none]}
    separator: ";"
    asked_of: [human, model]
  safety:
    kind: rating
    scale: 1..5
    words: {1: Unsafe, 5: {en: Safe, zh: 安全}}
    column: "Q2: safe?"
    missing: [-9, "n/r"]
policies:
  consensus: {choice: plurality, labels: {share: 0.50, of: all}, rating: mean, tie: first_declared}
  intervals: {replicates: 500, seed: 7, level: 0.9, resample: index, interval: bca}
  limited_support: 10
"""

SCENES = """\
name: scenes
version: 0.1.0
fields:
  clarity: {kind: rating, steps: [poor, {id: fair, name: Fair}, good]}
  people: {kind: number}
  defects:
    kind: labels
    domains:
      road: [crack, {id: hole, aliases: [pothole]}]
      air: [smoke]
  found:
    kind: boxes
    format: xywh
    unit: pixels
    labels_of: defects
    every_label: true
  signs:
    kind: boxes
    format: cxcywh
    unit: fractions
    domains: {signs: [stop, yield]}
    bad_boxes: drop
  cars: {kind: boxes, format: xyxy, unit: pixels, labels: [car]}
"""

GOOD = {"museum": MUSEUM, "streets": STREETS, "scenes": SCENES}
