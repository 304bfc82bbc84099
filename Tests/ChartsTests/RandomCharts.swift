import Foundation
import Rendering
import TestSupport

@testable import Charts

/// Charts of all kinds with difficult values.
struct RandomCharts {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func chart(namesAreASCII: Bool = false) -> Chart {
    let kind = pick(Chart.Kind.allCases)
    let count = pick([0, 1, 2, 3, 7, 40, 300])
    let seriesCount = kind == .histogram || kind == .scatter ? 1 : pick([1, 1, 2, 3, 7])
    let size = pow(10, Double.random(in: -12...14, using: &random))
    let series = (0..<seriesCount).map { index in
      Chart.Series(
        name: namesAreASCII
          ? "series \(index)" : pick(["spent", "収入", "a very long name of a series", "é"]),
        values: (0..<count).map { _ in value(size) }
      )
    }
    return Chart(
      kind,
      title: namesAreASCII ? "title" : pick(["spent by name", "", "<收支 & \"more\">", "x "]),
      axis: axis(kind, count, namesAreASCII),
      axisName: "name",
      series: series,
      bins: Bool.random(using: &random) ? nil : Int.random(in: 1...30, using: &random),
      notes: Bool.random(using: &random) ? ["3 of 20 have no value"] : []
    )
  }

  private mutating func axis(_ kind: Chart.Kind, _ count: Int, _ isASCII: Bool) -> Chart.Axis {
    let form = kind == .line || kind == .scatter ? pick([0, 1, 2]) : 0
    switch form {
    case 1:
      return .numbers(
        (0..<count).map { _ in Double.random(in: -50...1e6, using: &random) }.sorted()
      )
    case 2:
      let reach = pow(10, Double.random(in: 0...15.5, using: &random))
      return .moments(
        (0..<count).map { _ in Double.random(in: -reach...reach, using: &random).rounded() }
          .sorted()
      )
    default:
      let names =
        isASCII
        ? ["a", "Groceries"]
        : ["a", "Groceries", "東京都", "", "👩‍👩‍👧", "<b>", String(repeating: "w", count: 200)]
      return .names((0..<count).map { _ in pick(names) })
    }
  }

  private mutating func value(_ size: Double) -> Double? {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: nil
    case 1: 0
    case 2: size
    case 3: -size
    case 4:
      pick([
        Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1,
      ])
    default: Double.random(in: -1...1, using: &random) * size
    }
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }
}
