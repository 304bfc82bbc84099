/// Arrays as values of a field: of scalars, or of objects.
extension JSONField {
  /// Begins an array in row `row`; false where the field keeps arrays as their JSON text.
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
      return becomeText()
    }
  }

  /// Adds null to the array; among objects there is no place for it.
  func appendNullElement() {
    guard case .list(let list) = shape else { return becomeText() }
    list.appendNull()
  }

  /// What the objects of the array are read into; nil where the field cannot hold them.
  func childObjects() -> JSONChildren? {
    if case .list(let list) = shape, list.elementCount == 0, widened == nil {
      shape = .children(JSONChildren(root: emptyNode()))
    }
    guard case .children(let children) = shape, widened == nil else {
      becomeText()
      return nil
    }
    return children
  }
}
