public import Session

/// The stores in which lessons are taken.
extension OpenStores {
  /// Opens a new demo in memory beside the other stores, as it is where task `index` of a lesson begins, and makes it
  /// the current store. It is called `lesson`.
  public func openLesson(_ lesson: Lesson, task index: Int) throws(SessionError) -> OpenStore {
    let former = current.name
    _ = try open(OpenStore.memoryPath, as: numbered(Self.lessonName))
    do throws(SessionError) {
      try session.loadDemo(for: lesson, task: index)
      return current
    } catch {
      closeLesson(current, leadingTo: former)
      throw error
    }
  }

  private static let lessonName = "lesson"

  /// Closes the store of a lesson, whatever waits to be saved there. Where it was the current one, `former`
  /// becomes that if it is open still.
  public func closeLesson(_ lesson: OpenStore, leadingTo former: String) {
    guard store(lesson.name)?.session === lesson.session else { return }
    _ = lesson.session.discardPendingChanges()
    if current.session === lesson.session { _ = use(former) }
    // Nothing waits to be saved, so nothing is in the way.
    try? close(lesson.name)
  }
}
