public import Rendering

/// What is said of a statement that was given while a task waits.
public enum LessonVerdict {
  /// The task is done.
  case right
  case wrong(LessonFindings)
  /// It is no answer to the task: a statement of another kind.
  case unrelated
}

/// What is wrong with an answer.
public struct LessonFindings {
  /// What is wrong, in short.
  public let summary: String
  /// Why, where the mistake is known.
  public var reason = ""
  /// How the condition came out for records that were found or left out wrongly.
  public var trace: Report?

  init(_ summary: String) { self.summary = summary }
}
