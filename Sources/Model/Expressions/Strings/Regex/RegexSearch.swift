/// Finds the first match of a program with the positions of its groups.
///
/// Runs all alternatives in parallel (R. Pike's virtual machine), in the order that Perl would
/// try them. Each scalar takes at most one step for each instruction. Positions where no match can
/// begin are skipped.
struct RegexSearch: Sendable {
  private let program: RegexProgram
  private let sets: ScalarTables
  /// The sets of the first scalars of matches; nil if matches can be empty.
  private let firstSets: [Int]?
  private let width: Int

  /// Creates a search; the program has been compiled with groups.
  init(_ program: RegexProgram) {
    self.program = program
    sets = ScalarTables(program.sets)
    firstSets = program.firstSets
    width = 2 * program.groupCount
  }

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

  /// The buffers of a search; later searches use them again.
  struct Buffers {
    fileprivate var current: Threads
    fileprivate var next: Threads
    fileprivate var path: Path
    /// The slots of the best match so far; empty for none.
    fileprivate var best: [Int] = []

    init(_ search: RegexSearch) {
      current = Threads(search.program)
      next = current
      path = Path(slots: Array(repeating: -1, count: search.width))
    }
  }

  /// The alternative that is followed.
  fileprivate struct Path {
    var slots: [Int]
    /// What is left to follow.
    var pending: [Pending] = []
  }

  fileprivate enum Pending {
    case instruction(Int)
    case restore(slot: Int, position: Int)
  }

  /// The alternatives at one position, the preferred ones first.
  fileprivate struct Threads {
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
    _ budget: inout Int,
    _ buffers: inout Buffers
  ) -> Match? {
    buffers.current.removeAll()
    buffers.best.removeAll(keepingCapacity: true)
    var position = start
    while position <= scalars.count {
      if buffers.best.isEmpty, position == 0 || !program.isAnchoredAtStart {
        if buffers.current.instructions.isEmpty, !program.isAnchoredAtStart {
          let next = self.start(in: scalars, from: position)
          budget -= next - position
          position = next
        }
        if mayStart(at: position, in: scalars) {
          for slot in 0..<width { buffers.path.slots[slot] = -1 }
          buffers.path.slots[0] = position
          add(0, at: position, scalars, &buffers.current, &buffers.path)
        }
      }
      budget -= 1 + buffers.current.instructions.count
      if budget <= 0 { return nil }
      if !buffers.current.instructions.isEmpty {
        step(at: position, scalars, &buffers)
      } else if !buffers.best.isEmpty || program.isAnchoredAtStart {
        break
      } else {
        buffers.current.removeAll()
      }
      position += 1
    }
    return buffers.best.isEmpty ? nil : Match(slots: buffers.best)
  }

  /// The first position from `position` where a match may start; the end if there is none.
  private func start(in scalars: [Unicode.Scalar], from position: Int) -> Int {
    var position = position
    while position < scalars.count, !mayStart(at: position, in: scalars) { position += 1 }
    return position
  }

  /// Whether a match may start at a position, judging by its scalar.
  @inline(__always)
  private func mayStart(at position: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard let firstSets else { return true }
    guard position < scalars.count else { return false }
    let scalar = scalars[position].value
    for set in firstSets where sets.contains(scalar, in: set) { return true }
    return false
  }

  /// Consumes the scalar at a position.
  private func step(at position: Int, _ scalars: [Unicode.Scalar], _ buffers: inout Buffers) {
    buffers.next.removeAll()
    threads: for place in buffers.current.instructions.indices {
      let instruction = buffers.current.instructions[place]
      switch program.instructions[instruction] {
      case .match:
        buffers.best.removeAll(keepingCapacity: true)
        buffers.best += buffers.current.slots[(place * width)..<((place + 1) * width)]
        buffers.best[1] = position
        // Alternatives after a match are worse.
        break threads
      case .take(let set)
      where position < scalars.count && sets.contains(scalars[position].value, in: set):
        for slot in 0..<width {
          buffers.path.slots[slot] = buffers.current.slots[place * width + slot]
        }
        add(instruction + 1, at: position + 1, scalars, &buffers.next, &buffers.path)
      default: break
      }
    }
    swap(&buffers.current, &buffers.next)
  }

  /// Adds the consuming instructions that are reachable from one, with the slots of `path`.
  private func add(
    _ instruction: Int,
    at position: Int,
    _ scalars: [Unicode.Scalar],
    _ threads: inout Threads,
    _ path: inout Path
  ) {
    path.pending.append(.instruction(instruction))
    while let step = path.pending.popLast() {
      switch step {
      case .restore(let slot, let position): path.slots[slot] = position
      case .instruction(let instruction):
        if threads.isNew(instruction) {
          follow(instruction, at: position, scalars, &threads, &path)
        }
      }
    }
  }

  @inline(__always)
  private func follow(
    _ instruction: Int,
    at position: Int,
    _ scalars: [Unicode.Scalar],
    _ threads: inout Threads,
    _ path: inout Path
  ) {
    switch program.instructions[instruction] {
    case .take, .match:
      threads.instructions.append(instruction)
      threads.slots += path.slots
    case .jump(let target): path.pending.append(.instruction(target))
    case .split(let first, let second):
      path.pending.append(.instruction(second))
      path.pending.append(.instruction(first))
    case .save(let slot):
      path.pending.append(.restore(slot: slot, position: path.slots[slot]))
      path.slots[slot] = position
      path.pending.append(.instruction(instruction + 1))
    case .assert(let assertion):
      let before = position == 0 ? RegexClosure.Side.textStart : side(scalars[position - 1])
      let after = position == scalars.count ? .textEnd : side(scalars[position])
      if assertion.holds(before, after) { path.pending.append(.instruction(instruction + 1)) }
    }
  }

  private func side(_ scalar: Unicode.Scalar) -> RegexClosure.Side {
    .scalar(
      isWord: program.usesWordBoundaries && ScalarSet.word.contains(scalar.value),
      isNewline: program.usesLineBoundaries && ScalarSet.newline.contains(scalar.value)
    )
  }
}

/// The sets of a program, with a table for ASCII.
private struct ScalarTables: Sendable {
  private let sets: [ScalarSet]
  private let ascii: [Bool]

  init(_ sets: [ScalarSet]) {
    self.sets = sets
    ascii = sets.flatMap { set in (0..<0x80).map { set.contains($0) } }
  }

  @inline(__always)
  func contains(_ scalar: UInt32, in set: Int) -> Bool {
    scalar < 0x80 ? ascii[set * 0x80 + Int(scalar)] : sets[set].contains(scalar)
  }
}

extension RegexProgram {
  /// The sets of the first scalars of matches; nil if a match can be empty. Assertions are taken
  /// to hold.
  fileprivate var firstSets: [Int]? {
    var (pending, seen, found) = ([0], Set<Int>(), Set<Int>())
    while let instruction = pending.popLast() {
      guard seen.insert(instruction).inserted else { continue }
      switch instructions[instruction] {
      case .match: return nil
      case .take(let set): found.insert(set)
      case .jump(let target): pending.append(target)
      case .split(let first, let second): pending += [first, second]
      case .save, .assert: pending.append(instruction + 1)
      }
    }
    return found.sorted()
  }
}
