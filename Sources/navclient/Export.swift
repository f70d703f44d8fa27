import ArgumentParser
import NavBase
import NavClient
import NavContent
import NavSystem
import NavViewer
import NavWire

/// Exports a deck, the content of a session, or a recording, in a format that can be read without a daemon.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract:
      "Writes a deck, another file, what a session shows or a recording, in a form that others read.",
    discussion: """
      navclient export talk.md --format html -o talk.html
      navclient export talk.md --format pdf -o talk.pdf
      navclient export talk.md | less
      navclient export main.swift --format html      any text file, as it is, in colours
      navclient export -s talk --format json         what a session shows now
      navclient export talk.md --notes               with the speaker notes
      navclient export talk.navrec --format cast --size 132x43 -o talk.cast

      A file needs no daemon: a file with the ending of Markdown, or with --deck, is a deck; source, data and \
      any other text stays as it is. To export a scene, a book or a directory, show it and export the session. \
      Of a session, navd writes what it shows: decks, books, documents, scenes and the output of a program as \
      a whole; of directories and of commits the lists and pages that are open. Omissions are named at the \
      end; files that a deck can't include, on standard error. All steps of a slide are shown. Speaker notes are left out; --notes adds those of a deck, in HTML folded \
      and on paper on pages of their own. An export of a session never has them.

      text: 78 columns, but lines of programs and documents as they are; a line of hyphens between pages. \
      html: one file that fetches nothing, light or dark as the reader prefers, with code in colours and \
      pictures from files beside the deck. Each page is a section with the anchor #slide-N in a deck and \
      #page-N otherwise. In a deck, the key s or \
      the anchor #show-N shows slide after slide, step by step, with the highlights of code: arrow keys, Space and PgDn turn, Home and End, f for the \
      full screen, Esc to leave. json: one object with title, omitted (sentences, [] for nothing) and slides, \
      or pages where it is no deck. Each of these has number (from 1), title, lines (as in text) and notes \
      (empty for none), and each page has path, the titles that lead to it. pdf: the pages of html, printed by \
      Chromium or Chrome, one of which must be installed; it needs -o.

      A recording, whose name ends in .navrec, is laid out by navd for --size and needs no daemon either: the navd \
      beside navclient, else that in PATH, is run for it. The same recording and options give the same bytes. cast: an \
      asciicast of version 2, with at most 60 frames a second and the marks of the recording. svg: a picture that \
      plays again and again, at most 15 frames a second, without a script. gif: the cast as `agg` draws it, which \
      must be installed; it needs -o. vtt: what scripts have said and the marks, as WebVTT. text: what \
      `navclient --plain` prints, with the times. html: each page that was shown, as it was at last, with its time, the \
      marks, and what was said.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Argument(
    help: "A deck, another text file or a recording; without it, what a session shows.",
    completion: .file()
  )
  var path: String?

  @Flag(help: "The file is a Markdown deck, whatever its name.")
  var deck = false

  @Flag(help: "Write the file as it is, also if it is a deck or a scene.")
  var text = false

  @Flag(help: "Also write the speaker notes of the deck.")
  var notes = false

  @Option(
    help: ArgumentHelp("How to write it.", valueName: "text|html|json|pdf|cast|svg|gif|vtt")
  )
  var format = Format.text

  @Option(
    help: ArgumentHelp(
      "Of a recording: columns x rows of the terminal, up to 1000x500; 80x24 by default.",
      valueName: "80x24"
    )
  )
  var size: CellSize?

  @Option(
    help: ArgumentHelp(
      "Of a recording: the theme; without it the one that the content asks for, else a dark one.",
      valueName: "name"
    ),
    completion: .themes
  )
  var theme: String?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write, which replaces an existing one; without it, standard output.",
      valueName: "file"
    ),
    completion: .file()
  )
  var output: String?

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, html, json, pdf, cast, svg, gif, vtt

    /// The format from which it is made.
    var source: ExportFormat { ExportFormat(rawValue: rawValue) ?? .html }

    /// Whether it needs a file, because it is binary.
    var needsFile: Bool { self == .pdf || self == .gif }

    /// Whether only recordings have it.
    var isFilm: Bool { [.cast, .svg, .gif, .vtt].contains(self) }
  }

  /// The end of the name of a recording.
  static let recordingSuffix = ".navrec"

  private var isRecording: Bool { path?.hasSuffix(Self.recordingSuffix) ?? false || format.isFilm }

  func validate() throws {
    if format.needsFile && output == nil {
      throw ValidationError("--format \(format.rawValue) needs -o FILE")
    }
    if format.isFilm && path == nil {
      throw ValidationError("--format \(format.rawValue) is about a recording: name one")
    }
    if !isRecording && (size != nil || theme != nil) {
      throw ValidationError("--size and --theme are about a recording: name one")
    }
    if isRecording && (deck || text || notes) {
      throw ValidationError("--deck, --text and --notes are not about a recording")
    }
    try ViewerArguments.check(theme: theme)
    if path != nil && session.session != nil {
      throw ValidationError("give a file or a session, not both")
    }
    if notes && path == nil {
      throw ValidationError("--notes is about a file: what a session exports has no notes")
    }
    if deck && text { throw ValidationError("give one of --deck and --text") }
    if text && path == nil { throw ValidationError("--text is about a file: name one") }
    if deck && path == nil { throw ValidationError("--deck is about a file: name one") }
  }

  func run() throws {
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      guard let output else {
        return try export(from: endpoints) { text throws(ClientExit) in
          Console.print(document: text)
        }
      }
      let printer = try printer()
      var file = try Self.writing { () throws(OutputFile.Failure) in
        try OutputFile(replacing: output)
      }
      if let printer {
        var page = ""
        try export(from: endpoints) { page += $0 }
        let printed = try printer(page)
        try Self.writing { () throws(OutputFile.Failure) in try file.write(bytes: printed) }
        return try Self.writing { () throws(OutputFile.Failure) in try file.finish() }
      }
      try export(from: endpoints) { text throws(ClientExit) in
        try Self.writing { () throws(OutputFile.Failure) in try file.write(text) }
      }
      try Self.writing { () throws(OutputFile.Failure) in try file.finish() }
    }
  }

  /// Returns what makes a binary file of the text that is exported; nil if that is the file.
  private func printer() throws(ClientExit) -> ((String) throws(ClientExit) -> [UInt8])? {
    switch format {
    case .pdf:
      let printer = try PagePrinter()
      return { page throws(ClientExit) in try printer.pdf(of: page) }
    case .gif:
      let printer = try FilmPrinter()
      return { cast throws(ClientExit) in try printer.gif(of: cast) }
    case .text, .html, .json, .cast, .svg, .vtt: return nil
    }
  }

  /// Exports the file or the session; one that is too long to be held in memory in several pieces.
  private func export(
    from endpoints: Endpoints,
    _ write: (String) throws(ClientExit) -> Void
  ) throws(ClientExit) {
    guard let path else {
      var commands = try OneShotCommands(endpoints: endpoints)
      let status = try commands.status(of: session.session)
      for fault in status.faults {
        Console.printNote(sanitized("\(status.session.name): warning: \(fault)"))
      }
      return try commands.export(of: status.session.id, as: format.source, write)
    }
    if isRecording {
      let colors = try theme.map { name throws(ClientExit) in try Snapshot.colors(name) }
      return try ExportedRecording(path: path, size: size ?? .standardTerminal, theme: colors)
        .write(as: format, write)
    }
    guard try !isDeck(path), StreamedExport.isNeeded(for: path) else {
      return try write(try content(at: path).written(as: format.source))
    }
    var export = try Self.reading { () throws(ContentError) in
      try StreamedExport(file: path, as: format.source)
    }
    while let text = try Self.reading({ () throws(ContentError) in try export.next() }) {
      try write(text)
    }
  }

  private static func writing<Result: ~Copyable>(
    _ body: () throws(OutputFile.Failure) -> Result
  ) throws(ClientExit) -> Result {
    do throws(OutputFile.Failure) {
      return try body()
    } catch {
      throw ClientExit(writing: error.cause, error.description)
    }
  }

  private static func reading<Result: ~Copyable>(
    _ body: () throws(ContentError) -> Result
  ) throws(ClientExit) -> Result {
    do throws(ContentError) {
      return try body()
    } catch {
      if case .binary = error { throw ClientExit(.badData, "\(error)") }
      let isForbidden = if case .notPermitted = error { true } else { false }
      throw ClientExit(isForbidden ? .notPermitted : .noInput, "\(error)")
    }
  }

  /// Whether a file is exported as a deck.
  ///
  /// - Throws: `.usage` for content that only a session can export.
  private func isDeck(_ path: String) throws(ClientExit) -> Bool {
    let content: ContentSpec =
      deck
      ? .deck(path: path)
      : text ? .path(PathContent(.text, path)) : try ContentSpec.guessing(path)
    switch content {
    case .path(let content):
      switch content.kind.traits.export {
      case .slides: return true
      case .text: return false
      case .session(let name): throw .sessionWanted(for: path, name)
      }
    case .tour, .command, .text, .tabs, .bundle: throw .sessionWanted(for: path, "no file")
    }
  }

  /// The time limit for highlighting all code of a deck.
  private static let highlightingTime = Duration.seconds(60)

  /// Loads a file for export; for HTML, code is highlighted if a highlighter is installed, and
  /// pictures are embedded.
  private func content(at path: String) throws(ClientExit) -> ContentExport {
    let isDeck = try self.isDeck(path)
    return try Self.reading { () throws(ContentError) in
      guard isDeck else { return try ContentExport(file: path) }
      let load = { () throws(ContentError) -> Deck in try loadDeck(path: path) }
      let deck = try format.source == .html ? MarkdownPictures.kept(load) : load()
      for fault in deck.faults { Console.printNote("\(path): warning: \(fault)") }
      guard format.source == .html else { return ContentExport(deck, hasNotes: notes) }
      let highlighter = CodeHighlighter.inPath()
      let highlighted = highlighter.highlighted(deck, within: Self.highlightingTime)
      return ContentExport(highlighted, hasNotes: notes)
    }
  }
}

extension ClientExit {
  /// Creates the error for a file that can't be written.
  init(writing failure: SystemFailure, _ text: String) {
    self.init(
      failure.isForbidden ? .notPermitted : failure.isOfDevice ? .unwritten : .usage,
      text
    )
  }
}

extension ClientExit {
  /// Creates the error for content that only navd can read: it can be exported from a session that
  /// shows it.
  fileprivate static func sessionWanted(for path: String, _ kind: String) -> ClientExit {
    let shown = Invitation.quoted(path)
    return ClientExit(
      .usage,
      "\(path) is \(kind): show it, then export that session: `navclient export -s $(navclient new \(shown))`"
    )
  }
}
