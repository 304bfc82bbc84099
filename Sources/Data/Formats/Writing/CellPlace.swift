/// The position of a cell's text.
struct CellPlace: BitwiseCopyable, Sendable {
  /// The number of bytes before it.
  var start = 0
  /// The number of its bytes.
  var count = 0
}
