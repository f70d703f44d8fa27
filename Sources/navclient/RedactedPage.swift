import NavBase
import NavContent
import NavSystem
import NavViewer
import NavWire

extension Recording {
  /// Returns the recording without a page: a file, or a slide of a deck.
  ///
  /// - Parameter page: the path or the name of a file, or a slide's number or title, which may stand behind the name of
  ///   its file and a colon.
  /// - Throws: `.usage` for a page that is not there, or is not clear; `.badData` for one that can't be taken out alone.
  func redacting(_ page: String) throws(ClientExit) -> Recording {
    var (replaced, text): ([ContentHash: [UInt8]], String) = ([:], "")
    let files = sources.filter { $0.isNamed(page) }
    for file in files {
      replaced[ContentHash(of: file.bytes)] = []
      text += DecodedText.text(of: file.bytes) + "\n"
    }
    if files.isEmpty {
      for (deck, slides) in try slides(page) where !slides.isEmpty {
        var bytes = deck.bytes
        for slide in slides {
          let found = try editing { () throws(ContentFailure) in
            try RecordedDeck.redacting(
              slide: slide,
              of: bytes,
              path: deck.path,
              isPreview: deck.slides == .preview
            )
          }
          bytes = found.bytes
          text += found.text + "\n"
          for source in sources where found.pictures.contains("/" + source.path) {
            replaced[ContentHash(of: source.bytes)] = []
          }
        }
        replaced[ContentHash(of: deck.bytes)] = bytes
      }
    }
    return try editing { () throws(RecordingEditError) in
      try replacing(replaced, taking: text) { ContentHash(of: $0) }
    }
  }

  /// Returns the decks with the indices of the slides that a number or a title means, at least one.
  private func slides(_ page: String) throws(ClientExit) -> [(deck: Source, slides: [Int])] {
    var page = page
    var sources = sources
    // One that is shown in both ways is taken as the deck.
    let decks = Set(sources.filter { $0.slides == .deck }.map(\.bytes))
    sources = sources.filter {
      $0.slides == .deck || $0.slides == .preview && !decks.contains($0.bytes)
    }
    if let colon = page.lastIndex(of: ":") {
      let named = sources.filter { $0.isNamed(String(page[..<colon])) }
      if !named.isEmpty { (page, sources) = (String(page[page.index(after: colon)...]), named) }
    }
    let all = sources.map { deck in
      let isPreview = deck.slides == .preview
      return (
        deck, titles: RecordedDeck.titles(of: deck.bytes, path: deck.path, isPreview: isPreview)
      )
    }
    var found = all.map { deck, titles in (deck, titles.indices.filter { titles[$0] == page }) }
    if let number = Int(page), number > 0, found.allSatisfy(\.1.isEmpty) {
      found = all.map { deck, titles in (deck, titles.indices.filter { $0 == number - 1 }) }
      let named = all.filter { !$0.titles.isEmpty }.map { $0.titles.dropFirst(number - 1).first }
      guard Set(named).count < 2 else {
        let name = all.first { $0.titles.count >= number }?.0.path ?? ""
        let text =
          "slide \(page) is not the same in all decks or versions of this recording: give its title, "
          + "or its file as well, as in '\(name):\(page)'"
        throw ClientExit(.usage, sanitized(text))
      }
    }
    guard found.contains(where: { !$0.1.isEmpty }) else {
      let text =
        "no page '\(page)' is in this recording: give the number or title of a slide, or a file's name"
      throw ClientExit(.usage, sanitized(text))
    }
    return found
  }
}

extension Recording.Source {
  /// Whether a text is its path or its name.
  fileprivate func isNamed(_ text: String) -> Bool { path == text || path.hasSuffix("/" + text) }
}

/// Calls a function; an error of it ends the program, with what it says.
func editing<Value, Failure: Error & CustomStringConvertible>(
  or code: NavViewer.ExitCode = .badData,
  _ body: () throws(Failure) -> Value
) throws(ClientExit) -> Value {
  do throws(Failure) { return try body() } catch { throw ClientExit(code, sanitized("\(error)")) }
}
