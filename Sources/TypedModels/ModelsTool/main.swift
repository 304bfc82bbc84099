import Foundation

#if SwiftData
  exit(ModelsTool.run(Array(CommandLine.arguments.dropFirst())))
#else
  FileHandle.standardError.write(
    Data(
      """
      this martlet-models was built without its parser of Swift; \
      build it with `swift build --traits SwiftData --product martlet-models`

      """.utf8
    )
  )
  // EX_UNAVAILABLE: `martlet` looks for another one.
  exit(69)
#endif
