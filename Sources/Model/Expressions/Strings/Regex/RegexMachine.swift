/// Matches strings with a deterministic automaton whose states are created on demand.
///
/// A state is a set of instructions. Each scalar takes one step, whatever the pattern, and known
/// steps are table lookups.
struct RegexMachine {
  private let program: RegexProgram
  private var classes: ScalarClasses
  private var states: [State] = []
  private var numbers: [State: Int32] = [:]
  /// The state after state `s` and class `c` is at `s * stride + c`.
  private var transitions: [Int32] = []
  private var stride = 0
  /// The number of instructions in all states.
  private var held = 0
  private var closure: RegexClosure

  /// The state of a match.
  fileprivate struct State: Hashable {
    /// The instructions in ascending order, before assertions are tested.
    let instructions: [Int32]
    let before: RegexClosure.Side
  }

  /// A transition that is not computed yet.
  private static let unknown: Int32 = -1
  /// The string matches, whatever follows.
  private static let accepted: Int32 = -2
  /// The string does not match, whatever follows.
  private static let rejected: Int32 = -3

  init(_ program: RegexProgram) {
    self.program = program
    classes = ScalarClasses(program)
    closure = RegexClosure(program)
    reset()
  }

  /// Whether the program matches a string given as UTF-8.
  mutating func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var state = start()
    var reader = ScalarReader(text)
    while let scalar = reader.next() {
      state = step(state, scalar)
      if state < 0 { return state == Self.accepted }
    }
    return step(state, class: ScalarClasses.end) == Self.accepted
  }

  /// Whether the program matches a string of these scalars.
  mutating func matches(_ scalars: [UInt32]) -> Bool {
    var state = start()
    for scalar in scalars {
      state = step(state, scalar)
      if state < 0 { return state == Self.accepted }
    }
    return step(state, class: ScalarClasses.end) == Self.accepted
  }

  @inline(__always)
  private mutating func step(_ state: Int32, _ scalar: UInt32) -> Int32 {
    let isASCII = scalar < 0x80
    return step(
      state,
      class: isASCII ? Int(classes.ascii[Int(scalar)]) : classes.number(of: scalar)
    )
  }

  /// The state after `state` and a scalar of class `number`, or a final result.
  @inline(__always)
  private mutating func step(_ state: Int32, class number: Int) -> Int32 {
    if number < stride {
      let next = transitions[Int(state) * stride + number]
      if next != Self.unknown { return next }
    }
    return makeStep(state, number)
  }

  private mutating func start() -> Int32 {
    number(of: State(instructions: [0], before: .textStart))
  }

  /// Computes and stores a transition.
  private mutating func makeStep(_ state: Int32, _ number: Int) -> Int32 {
    let target = self.target(of: states[Int(state)], classes.all[number], number)
    guard let target else { return note(Self.accepted, state, number) }
    if target.instructions.isEmpty { return note(Self.rejected, state, number) }
    let cells = (states.count + 1) * max(stride, classes.all.count)
    if cells + held > RegexLimits.cells {
      reset()
      return self.number(of: target)
    }
    return note(self.number(of: target), state, number)
  }

  /// The next state; nil if the string before the scalar matches.
  private mutating func target(
    of state: State,
    _ member: ScalarClasses.Member,
    _ number: Int
  ) -> State? {
    let after: RegexClosure.Side =
      number == ScalarClasses.end
      ? .textEnd : .scalar(isWord: member.isWord, isNewline: member.isNewline)
    let reached = closure.find(state.instructions, state.before, after)
    if reached.isMatch { return nil }
    var next: [Int32] = program.isAnchoredAtStart ? [] : [0]
    for instruction in reached.taking {
      guard case .take(let set) = program.instructions[Int(instruction)], member.isIn(set) else {
        continue
      }
      next.append(instruction + 1)
    }
    return State(instructions: next.sorted(), before: after)
  }

  private mutating func note(_ result: Int32, _ state: Int32, _ number: Int) -> Int32 {
    if number >= stride { widen() }
    transitions[Int(state) * stride + number] = result
    return result
  }

  /// Enlarges the table for all known classes.
  private mutating func widen() {
    let old = stride
    let previous = transitions
    stride = max(classes.all.count, 2 * old)
    transitions = Array(repeating: Self.unknown, count: states.count * stride)
    for state in states.indices {
      for number in 0..<old {
        transitions[state * stride + number] = previous[state * old + number]
      }
    }
  }

  private mutating func number(of state: State) -> Int32 {
    if let known = numbers[state] { return known }
    let number = Int32(truncatingIfNeeded: states.count)
    states.append(state)
    held += state.instructions.count
    numbers[state] = number
    transitions += repeatElement(Self.unknown, count: stride)
    return number
  }

  /// Discards all states.
  private mutating func reset() {
    states = []
    held = 0
    numbers = [:]
    transitions = []
    stride = classes.all.count
  }
}
