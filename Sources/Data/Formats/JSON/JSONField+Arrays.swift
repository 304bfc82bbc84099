/// Arrays of scalars or objects as values of a field.
extension JSONField {
  /// Starts an array in row `row`. Returns false if the field keeps arrays as JSON text.
  func beginArray(row: Int) -> Bool {
    guard widened == nil else { return false }
    switch shape {
    case .unknown:
      shape = .list(JSONListBuilder(keepsNumbers: keepsNumbers))
    case .list, .children:
      break
    case .scalar, .object:
      return false
    }
    presentCount += 1
    if case .list(let list) = shape { list.pad(to: row) }
    return true
  }

  /// Ends the array.
  func endArray() {
    if case .list(let list) = shape { list.endRow() }
  }

  /// Adds a scalar to the array.
  func appendElement(_ text: FieldText, isString: Bool) {
    guard case .list(let list) = shape, list.append(text, isString: isString) else {
      return widenToText()
    }
  }

  /// Adds null to the array. Arrays of objects cannot hold it.
  func appendNullElement() {
    guard case .list(let list) = shape else { return widenToText() }
    list.appendNull()
  }

  /// The destination for the array's objects; nil if the field cannot hold them.
  func childObjects() -> JSONChildren? {
    if case .list(let list) = shape, list.elementCount == 0, widened == nil {
      shape = .children(JSONChildren(root: emptyNode()))
    }
    guard case .children(let children) = shape, widened == nil else {
      widenToText()
      return nil
    }
    return children
  }
}
