import Diagnostics
import Explaining
import Model
import Session
import Storage
import Syntax

extension DotCommand {
  static let summary = DotCommand(
    name: "summary",
    aliases: ["summarize"],
    arguments: "Model",
    wordCounts: 1...1,
    summary: "what the attributes of a model hold: counts, bounds, means, histograms",
    example: ".summary User",
    details: """
      For each attribute how many records have a value, the part of nils, the number of distinct values, \
      the least and the greatest, the mean, and how the values are spread: numbers and dates from the \
      least to the greatest, other values the most frequent first.
      """,
    suggestions: { $0.session.schema.entities.map(\.name) },
    handler: { call throws(Diagnostic) in
      let name = try call.name(call.words[0], in: call.session.schema.entities.map(\.name))
      return call.print { try call.session.summary(of: name) }
    }
  )
}
