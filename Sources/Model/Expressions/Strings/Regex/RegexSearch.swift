/// Finds the first match of a program with the positions of its groups.
///
/// Runs all alternatives in parallel (R. Pike's virtual machine), in the order in which Perl would
/// try them. Each scalar takes at most one step for each instruction.
struct RegexSearch: Sendable {
  private let program: RegexProgram

  /// Creates a search; the program has been compiled with groups.
  init(_ program: RegexProgram) { self.program = program }

  /// The number of groups, without the whole match.
  var groupCount: Int { program.groupCount - 1 }

  /// A match: the start and the end of each group, −1 for none.
  struct Match {
    var slots: [Int]

    func range(of group: Int) -> Range<Int>? {
      guard group >= 0, 2 * group + 1 < slots.count, slots[2 * group] >= 0,
        slots[2 * group + 1] >= slots[2 * group]
      else { return nil }
      return slots[2 * group]..<slots[2 * group + 1]
    }

    /// The replacement with `$1` replaced by a group, and `$$` by `$`.
    func expanding(_ replacement: String, in scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
      var result: [Unicode.Scalar] = []
      var rest = Array(replacement.unicodeScalars)[...]
      while let scalar = rest.popFirst() {
        guard scalar == "$", let next = rest.first else {
          result.append(scalar)
          continue
        }
        if next == "$" {
          result.append("$")
          rest = rest.dropFirst()
        } else if ("0"..."9").contains(next) {
          if let range = range(of: Int(next.value - 0x30)) { result += scalars[range] }
          rest = rest.dropFirst()
        } else {
          result.append(scalar)
        }
      }
      return result
    }
  }

  /// The alternatives at one position, the preferred ones first.
  private struct Threads {
    var list: [(instruction: Int, slots: [Int])] = []
    var seen: Set<Int> = []
  }

  /// The first match that starts at `start` or later.
  func firstMatch(in scalars: [Unicode.Scalar], from start: Int) -> Match? {
    var (current, best): (Threads, [Int]?) = (Threads(), nil)
    let none = Array(repeating: -1, count: 2 * program.groupCount)
    for position in start...scalars.count {
      if best == nil, position == 0 || !program.isAnchoredAtStart {
        var slots = none
        slots[0] = position
        add(0, slots, at: position, scalars, &current)
      }
      if current.list.isEmpty {
        if best != nil || program.isAnchoredAtStart { break }
        current = Threads()
        continue
      }
      var next = Threads()
      threads: for thread in current.list {
        switch program.instructions[thread.instruction] {
        case .match:
          best = thread.slots
          best?[1] = position
          // Alternatives after a match are worse.
          break threads
        case .take(let set)
        where position < scalars.count && program.sets[set].contains(scalars[position].value):
          add(thread.instruction + 1, thread.slots, at: position + 1, scalars, &next)
        default: break
        }
      }
      current = next
    }
    return best.map { Match(slots: $0) }
  }

  /// Adds the consuming instructions that are reachable from one.
  private func add(
    _ instruction: Int,
    _ slots: [Int],
    at position: Int,
    _ scalars: [Unicode.Scalar],
    _ threads: inout Threads
  ) {
    var pending = [(instruction, slots)]
    while let (instruction, found) = pending.popLast() {
      var slots = found
      guard threads.seen.insert(instruction).inserted else { continue }
      switch program.instructions[instruction] {
      case .take, .match: threads.list.append((instruction, slots))
      case .jump(let target): pending.append((target, slots))
      case .split(let first, let second):
        pending.append((second, slots))
        pending.append((first, slots))
      case .save(let slot):
        slots[slot] = position
        pending.append((instruction + 1, slots))
      case .assert(let assertion):
        let before = position == 0 ? RegexClosure.Side.textStart : side(scalars[position - 1])
        let after = position == scalars.count ? .textEnd : side(scalars[position])
        if assertion.holds(before, after) { pending.append((instruction + 1, slots)) }
      }
    }
  }

  private func side(_ scalar: Unicode.Scalar) -> RegexClosure.Side {
    .scalar(
      isWord: program.usesWordBoundaries && ScalarSet.word.contains(scalar.value),
      isNewline: program.usesLineBoundaries && ScalarSet.newline.contains(scalar.value)
    )
  }
}
