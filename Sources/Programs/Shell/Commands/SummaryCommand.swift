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
    summary: "summarize the attributes of a model: counts, ranges, means, histograms",
    example: ".summary User",
    details: """
      For each attribute: the number of values, the share of nils, the number of distinct values, \
      the minimum, maximum and mean, and the distribution: numbers and dates from low to high, other \
      values by frequency.
      """,
    suggestions: { $0.session.schema.entities.map(\.name) },
    handler: { call throws(Diagnostic) in
      let name = try call.name(call.words[0], in: call.session.schema.entities.map(\.name))
      return call.print { try call.session.summary(of: name) }
    }
  )
}
