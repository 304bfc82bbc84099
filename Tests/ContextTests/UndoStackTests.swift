import Storage
import Testing

@testable import Context

/// The limit of the undo stack.
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

  @Test func oldestStatementsAreDroppedFirst() {
    var stack = UndoStack(maxKept: 10)
    for title in ["a", "b", "c"] { stack.push(step(title, cells: 4)) }
    #expect(stack.done.map(\.title) == ["b", "c"])
    #expect(stack.forgotten == .tooLarge)
  }

  @Test func onlySoManyStatementsAreKept() {
    var stack = UndoStack(maxStatements: 2)
    for title in ["a", "b", "c"] { stack.push(step(title, cells: 1)) }
    #expect(stack.done.map(\.title) == ["b", "c"])
    #expect(stack.forgotten == .tooMany(limit: 2))
    stack.beginGroup()
    for title in ["d", "e", "f"] { stack.push(step(title, cells: 1)) }
    stack.endGroup()
    #expect(stack.done.map(\.title) == ["c", "d", "e", "f"])
    #expect(stack.nextToUndo.map(\.title) == ["f", "e", "d"])
    stack.push(step("g", cells: 1))
    #expect(stack.done.map(\.title) == ["d", "e", "f", "g"])
  }

  @Test func rolledBackChangesUseNoSpace() {
    var stack = UndoStack(maxKept: 10)
    stack.push(step("a", cells: 1))
    for _ in 0..<5 {
      stack.push(step("b", cells: 8, isPending: true))
      stack.forgetPending()
    }
    stack.push(step("c", cells: 8))
    #expect(stack.done.map(\.title) == ["a", "c"])
    #expect(stack.forgotten == nil)
  }

  @Test func droppedHistoryUsesNoSpace() {
    var stack = UndoStack(maxKept: 10)
    stack.push(step("a", cells: 8))
    stack.removeAll(because: .modelsChanged)
    for title in ["b", "c"] { stack.push(step(title, cells: 4)) }
    #expect(stack.done.map(\.title) == ["b", "c"])
    #expect(stack.forgotten == .modelsChanged)
  }

  @Test func stepsOfAGroupBelongTogether() {
    var stack = UndoStack(maxKept: 100)
    stack.push(step("a", cells: 1))
    stack.beginGroup()
    for title in ["b", "c"] { stack.push(step(title, cells: 1)) }
    stack.endGroup()
    #expect(stack.nextToUndo.map(\.title) == ["c", "b"])
    for _ in 0..<2 { stack.moveBack() }
    #expect(stack.nextToUndo.map(\.title) == ["a"])
    #expect(stack.nextToRedo.map(\.title) == ["b", "c"])
  }

  @Test func noPartOfAGroupStays() {
    var stack = UndoStack(maxKept: 10)
    stack.beginGroup()
    for title in ["a", "b"] { stack.push(step(title, cells: 3)) }
    stack.endGroup()
    stack.push(step("c", cells: 6))
    #expect(stack.done.map(\.title) == ["c"])
    stack.beginGroup()
    for title in ["d", "e", "f"] { stack.push(step(title, cells: 6)) }
    stack.endGroup()
    #expect(stack.done.isEmpty)
    #expect(stack.forgotten == .tooLarge)
  }
}
