import Storage
import Testing

@testable import Context

/// How much the stack of statements keeps.
@Suite struct UndoStackTests {
  private func step(_ title: String, cells: Int, isPending: Bool = false) -> UndoStack.Step {
    var changes = ChangeSet()
    changes.deleted = [RecordSelection(entity: "Item", keys: .range(0..<Int64(cells)))]
    return UndoStack.Step(
      title: title,
      forward: changes,
      inverse: ChangeSet(),
      isPending: isPending
    )
  }

  @Test func oldestStatementsAreForgottenFirst() {
    var stack = UndoStack(mostKept: 10)
    for title in ["a", "b", "c"] { stack.push(step(title, cells: 4)) }
    #expect(stack.done.map(\.title) == ["b", "c"])
    #expect(stack.forgotten == .tooLarge)
  }

  @Test func whatWasRolledBackTakesNoRoom() {
    var stack = UndoStack(mostKept: 10)
    stack.push(step("a", cells: 1))
    for _ in 0..<5 {
      stack.push(step("b", cells: 8, isPending: true))
      stack.forgetPending()
    }
    stack.push(step("c", cells: 8))
    #expect(stack.done.map(\.title) == ["a", "c"])
    #expect(stack.forgotten == nil)
  }

  @Test func whatWasForgottenTakesNoRoom() {
    var stack = UndoStack(mostKept: 10)
    stack.push(step("a", cells: 8))
    stack.removeAll(because: .modelsChanged)
    for title in ["b", "c"] { stack.push(step(title, cells: 4)) }
    #expect(stack.done.map(\.title) == ["b", "c"])
    #expect(stack.forgotten == .modelsChanged)
  }
}
