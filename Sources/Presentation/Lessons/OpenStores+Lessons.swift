public import Session

/// Stores for lessons.
extension OpenStores {
  /// Opens a new in-memory store with the demo in the state before task `index`, named `lesson`,
  /// and switches to it.
  public func openLesson(_ lesson: Lesson, task index: Int) throws(SessionError) -> OpenStore {
    let previous = current.name
    _ = try open(OpenStore.memoryPath, as: numbered(Self.lessonName))
    do throws(SessionError) {
      try session.loadDemo(for: lesson, task: index)
      return current
    } catch {
      closeLesson(current, returningTo: previous)
      throw error
    }
  }

  private static let lessonName = "lesson"

  /// Closes the store of a lesson and discards its pending changes. If it was the current store,
  /// switches to `previous` if that is still open.
  public func closeLesson(_ lesson: OpenStore, returningTo previous: String) {
    guard store(lesson.name)?.session === lesson.session else { return }
    _ = lesson.session.discardPendingChanges()
    if current.session === lesson.session { _ = use(previous) }
    // Without pending changes, closing cannot fail.
    try? close(lesson.name)
  }
}
