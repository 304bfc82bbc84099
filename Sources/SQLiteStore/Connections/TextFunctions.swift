import Expressions
import GRDB
import GRDBSQLite
import Model
import SQLGeneration

extension Connection {
  /// Makes the functions and the order of texts known that statements over `db` use.
  static func addTextFunctions(to db: Database) {
    let connection = db.sqliteConnection
    let traits = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    for match in TextFunction.all {
      // What fails here is said by the first statement that needs it: there is no such function.
      sqlite3_create_function_v2(
        connection,
        TextFunction.name(of: match),
        2,
        traits,
        Unmanaged.passRetained(Held(match)).toOpaque(),
        { context, _, arguments in answer(context, arguments) },
        nil,
        nil,
        { Held<StringMatch>.release($0) }
      )
    }
    sqlite3_create_collation_v2(
      connection,
      TextFunction.standardOrder,
      SQLITE_UTF8,
      nil,
      { _, leftCount, left, rightCount, right in
        Int32(
          StandardOrder.compare(
            UnsafeBufferPointer(utf8: left, count: leftCount),
            UnsafeBufferPointer(utf8: right, count: rightCount)
          )
        )
      },
      nil
    )
  }
}

/// Answers whether the text that is the first argument matches the second.
private func answer(
  _ context: OpaquePointer?,
  _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let arguments, sqlite3_value_type(arguments[0]) == SQLITE_TEXT,
    let matcher = matcher(context, arguments[1])
  else { return sqlite3_result_null(context) }
  let start = sqlite3_value_text(arguments[0])
  let text = UnsafeBufferPointer(utf8: start, count: sqlite3_value_bytes(arguments[0]))
  sqlite3_result_int(context, matcher.value.matches(text) ? 1 : 0)
}

/// The operator with its right side, which is prepared once for each statement; nil where that is no text.
private func matcher(_ context: OpaquePointer?, _ needle: OpaquePointer?) -> Held<StringMatcher>? {
  if let known = sqlite3_get_auxdata(context, 1) { return .at(known) }
  guard sqlite3_value_type(needle) == SQLITE_TEXT, let match = sqlite3_user_data(context) else {
    return nil
  }
  let start = sqlite3_value_text(needle)
  let bytes = UnsafeBufferPointer(utf8: start, count: sqlite3_value_bytes(needle))
  let text = String(decoding: bytes, as: UTF8.self)
  guard let made = try? StringMatcher(Held<StringMatch>.at(match).value, needle: text) else {
    return nil
  }
  let held = Held(made)
  sqlite3_set_auxdata(
    context,
    1,
    Unmanaged.passRetained(held).toOpaque(),
    { Held<StringMatcher>.release($0) }
  )
  return held
}

/// A value that SQLite holds by its address.
private final class Held<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  static func at(_ address: UnsafeMutableRawPointer) -> Held {
    Unmanaged<Held>.fromOpaque(address).takeUnretainedValue()
  }

  static func release(_ address: UnsafeMutableRawPointer?) {
    if let address { Unmanaged<Held>.fromOpaque(address).release() }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Bytes that SQLite gives the address and the number of.
  fileprivate init(utf8 start: UnsafeRawPointer?, count: Int32) {
    self.init(
      start: start?.assumingMemoryBound(to: UInt8.self),
      count: start == nil ? 0 : Int(count)
    )
  }
}
