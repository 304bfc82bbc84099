/// A limit for reads that nobody waits for, as for completion.
public enum ReadingLimit {
  /// How long one statement may take on a server; nil for no limit.
  @TaskLocal public static var current: Duration?
}
