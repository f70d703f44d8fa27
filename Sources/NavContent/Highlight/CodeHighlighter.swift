package import NavBase
import NavSystem
import Synchronization

/// Highlights code with an external program: `bat`, or `highlight` if that is not installed.
///
/// Diffs and logs need none (``LineLanguage``). Other code stays plain if there is no such program, if the language is
/// unknown to it, and if it fails or takes too long.
/// Results are cached by text and language. May be called from any thread that may block.
package final class CodeHighlighter: Sendable {
  /// Runs a program with a text as its standard input; returns its output, or nil if it fails.
  package typealias Run = @Sendable (_ arguments: [String], _ input: [UInt8]) -> [UInt8]?

  private let run: Run?
  /// The program.
  package let program: HighlighterProgram
  /// No lines for a text that stays plain.
  private let cache = Mutex(
    ResultCache<CodeKey, [StyledText]?>(
      count: CodeHighlighter.cacheCount,
      bytes: CodeHighlighter.cacheBytes
    )
  )

  /// The maximum size of a text, in bytes; longer ones stay plain.
  package static let byteLimit = 256 << 10
  /// The time limit of the program for one text.
  package static let timeLimit = Duration.seconds(2)
  /// The time limit for one document; the rest then stays plain.
  package static let documentTimeLimit = Duration.seconds(2)
  /// The limits of the cache: the number of texts and their total bytes.
  package static let cacheCount = 1_024
  package static let cacheBytes = 8 << 20

  /// - Parameters:
  ///   - program: the program, which defines arguments and output format.
  ///   - run: runs the program; nil if there is none.
  package init(_ program: HighlighterProgram, _ run: Run?) {
    self.program = program
    self.run = run
  }

  /// - Parameter run: runs `highlight`; nil if there is no program.
  package convenience init(_ run: Run?) { self.init(.highlight, run) }

  /// Returns a highlighter with a program found in PATH.
  package static func inPath() -> CodeHighlighter {
    inPath(ProcessEnvironment.inherited()["PATH"])
  }

  /// Returns a highlighter with a program found in a PATH, with a time limit per text.
  package static func inPath(
    _ path: String?,
    within limit: Duration = timeLimit
  ) -> CodeHighlighter {
    for program in HighlighterProgram.allCases {
      for name in program.names {
        if let file = ProgramPath.find(name, path: path) {
          return running(program, at: file, within: limit)
        }
      }
    }
    return CodeHighlighter(nil)
  }

  /// Returns a highlighter with the program at a path, with a time limit per text.
  package static func running(
    _ program: HighlighterProgram,
    at file: String,
    within limit: Duration = timeLimit
  ) -> CodeHighlighter {
    let limits = ProcessLimits(outputBytes: 4 << 20, time: limit, memory: 512 << 20)
    let variables = ProcessEnvironment.inherited().merging(program.variables) { $1 }
    return CodeHighlighter(program) { arguments, input in
      let invocation = Invocation(
        [file] + arguments,
        environment: variables,
        input: input,
        errors: .dropped
      )
      guard let output = try? invocation.run(within: limits), output.end.isSuccess else {
        return nil
      }
      return output.bytes
    }
  }

  /// Returns a document with highlighted code.
  package func highlighted(_ document: TextDocument) -> TextDocument {
    let watch = Watch()
    return document.highlighted { watch.isOver ? $0 : highlighted($0) }
  }

  /// Returns a deck with highlighted code.
  ///
  /// - Parameters:
  ///   - deck: the deck.
  ///   - limit: the time limit; the rest then stays plain.
  /// - Returns: the highlighted deck.
  package func highlighted(_ deck: Deck, within limit: Duration = documentTimeLimit) -> Deck {
    let watch = Watch(limit: limit)
    return deck.highlighted { watch.isOver ? $0 : highlighted($0) }
  }

  /// Returns a code block with highlighting, or unchanged.
  package func highlighted(_ code: TextCode) -> TextCode {
    guard let lines = lines(of: code.text, language: code.language) else { return code }
    var code = code
    code.lines = lines
    return code
  }

  /// Returns the highlighted lines of a text.
  ///
  /// - Parameters:
  ///   - text: the lines without line ends.
  ///   - language: the name of the language, or a file name extension.
  /// - Returns: the lines; nil if the text stays plain.
  package func lines(of text: [String], language: String) -> [StyledText]? {
    if let own = LineLanguage(rawValue: language.lowercased()) { return own.lines(text) }
    guard let run, let language = Self.checked(language).map(program.name) else { return nil }
    let source = text.joined(separator: "\n")
    guard !source.isEmpty, source.utf8.count <= Self.byteLimit else { return nil }
    let key = CodeKey(language: language, text: source)
    if let known = cache.withLock({ $0[key] }) { return known }
    // The lock is not held while the program runs.
    let lines = program.lines(of: text, language, source, run)
    cache.withLock { $0.keep(lines, of: key, bytes: source.utf8.count) }
    return lines
  }

  /// Returns the name of a language in lower case; nil if it can't be one.
  private static func checked(_ language: String) -> String? {
    let name = language.lowercased()
    guard (1...32).contains(name.utf8.count), name.utf8.first != UInt8(ascii: "-"),
      name.utf8.allSatisfy({ $0.isNameCharacter || "+#_".utf8.contains($0) })
    else { return nil }
    return name
  }

  /// A time limit.
  struct Watch {
    private let start = ContinuousClock.now
    var limit = CodeHighlighter.documentTimeLimit

    var isOver: Bool { ContinuousClock.now - start > limit }
  }
}

extension HighlighterProgram {
  /// Returns the highlighted lines of a text; nil if the program fails.
  fileprivate func lines(
    of text: [String],
    _ language: String,
    _ source: String,
    _ run: CodeHighlighter.Run
  ) -> [StyledText]? {
    guard let output = run(arguments(language: language), Array((source + "\n").utf8)),
      var lines = lines(of: output)
    else { return nil }
    // Some programs drop blank lines at the end.
    while lines.count < text.count, text[lines.count].isEmpty { lines.append(StyledText()) }
    // Reject output whose text differs from the input.
    guard lines.map(\.text) == text else { return nil }
    return lines
  }
}

/// The language and the text of highlighted code.
private struct CodeKey: Hashable {
  var language: String
  var text: String
}
