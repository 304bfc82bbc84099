import Rendering
import Storage

/// The progress as a line: `reading ━━━━━━━━━╸         45%  12.3 MB/s  3 s left`.
struct ProgressText {
  let state: StatementProgress.State
  /// The time since the work started.
  let elapsed: Duration
  let usesUnicode: Bool

  /// The line, of at most `width` columns.
  func line(width: Int) -> String {
    let (name, isBytes) = work
    let rate = min(Double(state.done) / max(elapsed / .seconds(1), 0.001), 1e15)
    var parts = [name]
    if let total = state.total, total > 0, state.done > 0 {
      let share = min(1, Double(state.done) / Double(total))
      parts += [bar(share), "\(Int(share * 100))%"]
      parts.append(amount(Int(rate), isBytes) + "/s")
      let left = Double(max(0, total - state.done)) / max(rate, 0.001)
      parts.append(timeText(left) + " left")
    } else if state.done > 0 {
      parts += [amount(state.done, isBytes), amount(Int(rate), isBytes) + "/s"]
    } else {
      parts.append(timeText(elapsed / .seconds(1)))
    }
    while parts.count > 2, parts.joined(separator: "  ").count > width { parts.removeLast() }
    return String(parts.joined(separator: "  ").prefix(max(0, width)))
  }

  private var work: (name: String, isBytes: Bool) {
    switch state.work {
    case .scanning: ("scanning records", false)
    case .reading: ("reading", true)
    case .copying: ("copying records", false)
    case .computing: ("computing values", false)
    case .checking: ("checking the changes", false)
    case .creating: ("creating records", false)
    case .storing: ("storing", false)
    case .writing: ("writing rows", false)
    case nil: ("working", false)
    }
  }

  private static let barWidth = 20

  private func bar(_ share: Double) -> String {
    let filled = Int(share * Double(Self.barWidth))
    let (full, empty) = usesUnicode ? ("━", "─") : ("#", "-")
    return String(repeating: full, count: filled)
      + String(repeating: empty, count: Self.barWidth - filled)
  }

  private func amount(_ count: Int, _ isBytes: Bool) -> String {
    isBytes ? ByteCount.text(count) : groupedDigits(count)
  }

  /// `3 s`, `2 min 5 s`, `1 h 20 min`
  private func timeText(_ seconds: Double) -> String {
    guard seconds < 360_000 else { return "days" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole / 60 % 60) min"
  }
}
