import Diagnostics
import Session
import Storage

/// Prints what statements answer, in the console's mode.
struct ResultPrinter {
  let console: Console

  func print(_ outcome: StatementOutcome, elapsed: Duration?) throws {
  }

  /// `run time: 0.412 ms (run 0.300 ms, print 0.112 ms)`
  func printTimes(_ laps: [Duration]) {
    let total = StopWatch.text(laps.reduce(.zero, +))
    let parts = zip(["run", "print"], laps).map { "\($0) \(StopWatch.text($1))" }
    console.printRemark("run time: \(total) (\(parts.joined(separator: ", ")))")
  }
}

extension Console {
  /// Prints a line of text among the results.
  func printLine(_ text: StyledText) {
    output.writeLine(text.rendered(usesColor: settings.color.isColored(output.descriptor.number)))
  }

  /// Prints a remark about a result, where it cannot be taken for a part of one.
  func printRemark(_ text: String) {
    if settings.mode.isForPeople {
      printLine(StyledText(text, .dim))
    } else {
      flush()
      OutputDescriptor.standardError.write(Array((text + "\n").utf8))
    }
  }
}
