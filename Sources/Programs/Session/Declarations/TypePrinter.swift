import Diagnostics
import Model
import Syntax

/// Prints the declaration of an enum or a struct.
struct TypePrinter {
  let declared: DeclaredType

  /// The declaration, line by line.
  var lines: [StyledText] {
    switch declared.type {
    case .enumeration(let type): [enumeration(type)]
    case .composite(let type): structure(type)
    default: []
    }
  }

  private func enumeration(_ type: EnumerationType) -> StyledText {
    var line = head(.enum)
    line.append(" { ")
    line.append(
      type.cases.map { escapedForTerminal(quotedCase($0)) }.joined(separator: ", "),
      .attribute
    )
    line.append(" }")
    return line
  }

  private func structure(_ type: CompositeType) -> [StyledText] {
    var first = head(.struct)
    first.append(" {")
    return [first] + type.fields.map(field) + [StyledText("}")]
  }

  private func field(_ field: CompositeField) -> StyledText {
    var line = StyledText("  ")
    line.append(DeclarationText.name(field.name), .attribute)
    line.append(": ")
    line.append(DeclarationText.type(field.type) + (field.isOptional ? "?" : ""), .entity)
    return line
  }

  private func head(_ keyword: Keyword) -> StyledText {
    DeclarationText.head(keyword, declared.name, declared.documentation)
  }
}
