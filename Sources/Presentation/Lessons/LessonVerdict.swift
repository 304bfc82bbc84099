public import Rendering

/// The judgment of a statement during a task.
public enum LessonVerdict {
  /// The task is done.
  case right
  case wrong(LessonFindings)
  /// Not an answer to the task, but another kind of statement.
  case unrelated
}

/// What is wrong with an answer.
public struct LessonFindings {
  /// A short description.
  public let summary: String
  /// The reason, if the mistake is a known one.
  public var reason = ""
  /// How the condition evaluates for wrong or missing records.
  public var trace: Report?

  init(_ summary: String) { self.summary = summary }
}
