public import Diagnostics
public import Model

/// The output of a statement with a single value, such as `= 2 + 3`.
public func scalarLine(_ value: Value, in context: RenderingContext) -> StyledText {
  var line = context.values.styled(value)
  line.append("\n")
  return line
}
