import Glibc
package import NavBase
import NavSystem

/// The files of a session's content for a recording (proto/README.md: Recordings).
extension ContentReader {
  /// Reads the files from which content was read, as far as anybody has opened them.
  ///
  /// Notes of decks are replaced by dots, since only speakers see them. Of a directory there are its entries, and the
  /// contents of those that were opened.
  ///
  /// - Parameters:
  ///   - content: the content.
  ///   - session: the session that shows it.
  ///   - paths: the paths of all files and directories that were read for it.
  /// - Throws: for content that can't be recorded.
  package func collect(
    _ content: ContentSpec,
    for session: UInt64,
    readFrom paths: Set<String>
  ) throws(ContentFailure) -> CollectedContent {
    switch content {
    case .tour: return CollectedContent(content)
    case .text(var text):
      if text.form == .deck {
        text.bytes = try RecordedDeck.withoutNotes(text.bytes, path: text.shownName)
      }
      return CollectedContent(.text(text))
    case .bundle(let bundle):
      guard let root = bundles?.root(of: session) else {
        throw ContentFailure("the files of this session are not read yet: try again", .busy)
      }
      return try collect(files: bundle.entry.movingPaths { root + "/" + $0 }, paths)
    case .command, .path, .tabs:
      guard !content.usesPrograms else {
        throw ContentFailure(
          "the output of programs can't be recorded: write it to a file, and open that",
          .forbidden
        )
      }
      return try collect(files: content, paths)
    }
  }

  private func collect(
    files content: ContentSpec,
    _ read: Set<String>
  ) throws(ContentFailure) -> CollectedContent {
    var bytes: [String: [UInt8]] = [:]
    var count = 0
    // Files of git are read for the marks of entries, and are not shown themselves.
    for path in read where isRegular(path) && !path.contains("/.git/") {
      let found = try? RegularFile.read(path: path, limit: BundleManifest.Limits.bytes)
      guard let found else { continue }
      count += found.count
      guard count <= BundleManifest.Limits.bytes else { throw Self.tooMuch }
      let isDeck = PathKind(ofFileNamed: path).map { $0 == .deck } ?? content.mayBeDeck(path)
      bytes[path] = isDeck ? try RecordedDeck.withoutNotes(found, path: path) : found
    }
    if content.hasTrees { addEntries(of: read, to: &bytes, showsHidden: content.showsHidden) }
    do throws(Rejection) {
      let files = try ContentFiles(of: content, paths: bytes.keys.sorted())
      var (listed, contents): ([BundleFile], [ContentHash: [UInt8]]) = ([], [:])
      for path in files.paths {
        let found = bytes[files.directory + "/" + path] ?? []
        let hash = ContentHash(of: found)
        contents[hash] = found
        listed.append(BundleFile(path: path, size: found.count, hash: hash))
      }
      let manifest = try BundleManifest(listed)
      let id = ContentHash(of: manifest.canonicalBytes)
      let spec = ContentSpec.bundle(try BundleContent(id: id, files.entry))
      return CollectedContent(spec, files: manifest.files, bytes: contents)
    } catch {
      throw ContentFailure("this can't be recorded: \(sanitized(error.description))", .limit)
    }
  }

  /// Adds an empty file for each entry of the directories that were read, without those that are there.
  private func addEntries(
    of paths: Set<String>,
    to files: inout [String: [UInt8]],
    showsHidden: Bool
  ) {
    let directories = Set(
      files.keys.flatMap { path in
        path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
      }
    )
    for directory in paths {
      for name in (try? entryNames(in: directory)) ?? [] where showsHidden || !name.hasPrefix(".") {
        let path = directory == "/" ? "/" + name : "\(directory)/\(name)"
        guard files[path] == nil, !directories.contains(path), !paths.contains(path) else {
          continue
        }
        // A directory that nobody has opened has something hidden in it, since a bundle has files alone.
        files[isRegular(path) ? path : path + "/.closed"] = []
      }
    }
  }

  private func isRegular(_ path: String) -> Bool { FileType(at: path) == .regular }

  private static let tooMuch = ContentFailure(
    "these are more than \(BundleManifest.Limits.bytes >> 20) MiB, the limit of what can be recorded: open a part of "
      + "them",
    .limit
  )
}

extension ContentSpec {
  /// Whether a file whose name does not say its kind may be read as a deck: it is named as one, or a scene may do that.
  fileprivate func mayBeDeck(_ path: String) -> Bool {
    switch self {
    case .path(let content): content.kind == .scene || content.kind == .deck && content.path == path
    case .tabs(let contents): contents.contains { $0.mayBeDeck(path) }
    case .tour, .command, .text, .bundle: false
    }
  }
}

/// Takes the notes out of decks.
package enum RecordedDeck {
  /// Returns a file with dots in the place of its notes, if it is Markdown and has any.
  ///
  /// - Throws: if it has notes that can't be told from what everybody sees.
  static func withoutNotes(_ bytes: [UInt8], path: String) throws(ContentFailure) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    let deck = Deck(markdown: text, name: "deck", path: path)
    guard deck.hasNotes else { return bytes }
    let notes = Set(deck.slides.flatMap { $0.notes.text.split(separator: "\n") }.map(\.trimmed))
    let masked = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { masking(notes, in: $0) }.joined(separator: "\n")
    let next = Deck(markdown: masked, name: "deck", path: path)
    let isClean = next.slides.allSatisfy { slide in
      slide.notes.text.allSatisfy { $0 == dot || $0.isWhitespace }
    }
    guard isClean, !next.leavesOutNotes, next.slides.map(\.document) == deck.slides.map(\.document)
    else {
      throw ContentFailure(
        "\(sanitized(path)) has notes that can't be told from its slides, and a recording has none: record a copy "
          + "without them",
        .forbidden
      )
    }
    return Array(masked.utf8)
  }

  private static let dot: Character = "·"

  /// Returns a line without what is a line of the notes.
  private static func masking(_ notes: Set<Substring>, in line: Substring) -> String {
    var inner = line.trimmed
    if inner.hasPrefix("<!--") { inner = inner.dropFirst(4).trimmed }
    if inner.hasSuffix("-->") { inner = inner.dropLast(3).trimmed }
    for part in [inner, inner.drop { $0 != ":" }.dropFirst().trimmed]
    where !part.isEmpty && notes.contains(part) {
      return String(line[..<part.startIndex]) + String(dot) + String(line[part.endIndex...])
    }
    return String(line)
  }
}
