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
      guard group >= 0, group < slots.count / 2, slots[2 * group] >= 0,
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
    var instructions: [Int] = []
    /// The slots of all alternatives, one after the other.
    var slots: [Int] = []
    /// The generation that reached each instruction.
    private var visited: [Int]
    private var generation = 1

    init(_ program: RegexProgram) {
      visited = Array(repeating: 0, count: program.instructions.count)
    }

    mutating func removeAll() {
      instructions.removeAll(keepingCapacity: true)
      slots.removeAll(keepingCapacity: true)
      generation += 1
    }

    /// Whether the instruction is new at this position.
    mutating func isNew(_ instruction: Int) -> Bool {
      if visited[instruction] == generation { return false }
      visited[instruction] = generation
      return true
    }
  }

  /// The first match that starts at `start` or later; nil if there is none, or the steps of
  /// `budget` are used up.
  func firstMatch(
    in scalars: [Unicode.Scalar],
    from start: Int,
    _ budget: inout Int
  ) -> Match? {
    var (current, next) = (Threads(program), Threads(program))
    var best: [Int]?
    let width = 2 * program.groupCount
    for position in start...scalars.count {
      if best == nil, position == 0 || !program.isAnchoredAtStart {
        var slots = Array(repeating: -1, count: width)
        slots[0] = position
        add(0, slots, at: position, scalars, &current)
      }
      budget -= 1 + current.instructions.count
      if budget <= 0 { return nil }
      if current.instructions.isEmpty {
        if best != nil || program.isAnchoredAtStart { break }
        current.removeAll()
        continue
      }
      next.removeAll()
      threads: for (place, instruction) in current.instructions.enumerated() {
        let slots = current.slots[(place * width)..<((place + 1) * width)]
        switch program.instructions[instruction] {
        case .match:
          best = Array(slots)
          best?[1] = position
          // Alternatives after a match are worse.
          break threads
        case .take(let set)
        where position < scalars.count && program.sets[set].contains(scalars[position].value):
          add(instruction + 1, Array(slots), at: position + 1, scalars, &next)
        default: break
        }
      }
      swap(&current, &next)
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
      guard threads.isNew(instruction) else { continue }
      switch program.instructions[instruction] {
      case .take, .match:
        threads.instructions.append(instruction)
        threads.slots += found
      case .jump(let target): pending.append((target, found))
      case .split(let first, let second):
        pending.append((second, found))
        pending.append((first, found))
      case .save(let slot):
        var slots = found
        slots[slot] = position
        pending.append((instruction + 1, slots))
      case .assert(let assertion):
        let before = position == 0 ? RegexClosure.Side.textStart : side(scalars[position - 1])
        let after = position == scalars.count ? .textEnd : side(scalars[position])
        if assertion.holds(before, after) { pending.append((instruction + 1, found)) }
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
