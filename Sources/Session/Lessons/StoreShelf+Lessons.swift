/// The stores in which lessons are taken.
extension StoreShelf {
  /// Opens a new demo in memory beside the other stores, with the changes of some tasks made, and makes it the
  /// current store. It is called `lesson`.
  public func openLesson(behind tasks: [LessonTask]) throws(SessionError) -> OpenStore {
    let former = current.name
    _ = try open(OpenStore.memoryPath, as: numbered(Self.lessonName))
    do throws(SessionError) {
      try session.loadDemo(behind: tasks)
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
