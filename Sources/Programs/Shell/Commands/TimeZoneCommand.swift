import Diagnostics
import Foundation
import Session
import Syntax

extension DotCommand {
  static let timeZone = DotCommand(
    name: "timezone",
    arguments: "[zone]",
    wordCounts: 0...1,
    summary: "set the time zone in which dates are read and shown",
    example: ".timezone Europe/Oslo",
    details: "The default is `GMT`, or the zone of `--timezone`. CSV and JSON files use UTC.",
    suggestions: { _ in TimeZone.knownTimeZoneIdentifiers },
    handler: { call throws(Diagnostic) in
      guard let word = call.words.first else {
        let zone = call.session.settings.timeZone.identifier
        call.console.printLine(StyledText("timezone \(zone)"))
        return .succeeded
      }
      guard let zone = TimeZone(identifier: word.text) else {
        let nearest = nearestNames(to: word.text, in: TimeZone.knownTimeZoneIdentifiers)
        throw Diagnostic(
          "there is no time zone `\(word.text)`",
          at: word.span,
          help: [didYouMean(nearest) ?? "for example `Europe/Oslo`"]
        )
      }
      call.session.settings.timeZone = zone
      return .succeeded
    }
  )
}
