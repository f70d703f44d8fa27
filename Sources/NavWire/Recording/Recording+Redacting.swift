package import NavBase
import NavScene

/// Taking pages out (proto/README.md: Recordings).
extension Recording {
  /// A file, or a text without a file, that its contents show.
  package struct Source: Hashable, Sendable {
    package let path: String
    package let bytes: [UInt8]
    /// Nil for one that has no slides.
    package let slides: Slides?

    package enum Slides: Hashable, Sendable {
      /// It is shown as a deck.
      case deck
      /// Markdown among other files, which directories show as a deck if it has front matter and several slides.
      case preview
    }
  }

  /// The sources that its contents show, as far as they were opened; each version once.
  package var sources: Set<Source> {
    let bytes = files
    var sources: Set<Source> = []
    for content in contents.values {
      switch content.spec {
      case .text(let text):
        let slides: Source.Slides? = text.form == .deck ? .deck : nil
        sources.insert(Source(path: text.shownName, bytes: text.bytes, slides: slides))
      case .bundle(let bundle):
        let decks = bundle.entry.decks
        for file in content.files {
          guard let bytes = bytes[file.hash] else { continue }
          let isMarkdown = PathKind(ofFileNamed: file.path) == .deck
          let slides: Source.Slides? =
            decks.contains(file.path) ? .deck : isMarkdown ? .preview : nil
          sources.insert(Source(path: file.path, bytes: bytes, slides: slides))
        }
      case .tour, .path, .command, .tabs: break
      }
    }
    return sources
  }

  /// Returns the recording with other texts, and without the places in states that have words of the old ones.
  ///
  /// Words that remain elsewhere, also in the names of files, do not count.
  ///
  /// - Parameters:
  ///   - replaced: the bytes in the place of those of files and texts, by the hash of these.
  ///   - text: what can't be read afterwards.
  ///   - hash: the hash of bytes.
  /// - Throws: `.named` if other entries have such words.
  package func replacing(
    _ replaced: [ContentHash: [UInt8]],
    taking text: String,
    _ hash: ([UInt8]) -> ContentHash
  ) throws(RecordingEditError) -> Recording {
    var (contents, files, moments) = (contents, files, moments)
    for (old, bytes) in replaced {
      files[old] = nil
      files[hash(bytes)] = bytes
    }
    for (number, content) in contents {
      contents[number] = try content.replacing(replaced, hash)
    }
    let rest = contents.values.map { $0.text(files) }.joined(separator: "\n")
    let words = TakenWords(text, rest: rest)
    for index in moments.indices where words.first(in: moments[index].entry.encoded()) != nil {
      moments[index].entry.name = nil
      if case .step(.state(var state)) = moments[index].entry.event {
        state.place.nodes = state.place.nodes.filter { path, node in
          words.first(in: NavigationState(nodes: [path: node]).encoded()) == nil
        }
        moments[index].entry.event = .step(.state(state))
      }
      guard let word = words.first(in: moments[index].entry.encoded()) else { continue }
      let next = moments[(index + 1)...].first(where: \.entry.isState)
      throw .named(word, at: moments[index].entry.time, nextState: next?.entry.time)
    }
    return Recording(header, moments, contents: contents, files: files)
  }
}

extension ContentSpec {
  /// The paths of the decks that it shows.
  fileprivate var decks: [String] {
    switch self {
    case .path(let content): content.kind == .deck ? [content.path] : []
    case .tabs(let contents): contents.flatMap(\.decks)
    case .tour, .command, .text, .bundle: []
    }
  }
}

extension JournalContent {
  fileprivate func replacing(
    _ replaced: [ContentHash: [UInt8]],
    _ hash: ([UInt8]) -> ContentHash
  ) throws(RecordingEditError) -> JournalContent {
    var content = self
    if case .text(var text) = spec, let bytes = replaced[hash(text.bytes)] {
      text.bytes = bytes
      content.spec = .text(text)
    }
    guard files.contains(where: { replaced[$0.hash] != nil }) else { return content }
    content.files = files.map { file in
      replaced[file.hash].map { BundleFile(path: file.path, size: $0.count, hash: hash($0)) }
        ?? file
    }
    do throws(Rejection) {
      let id = hash(try BundleManifest(content.files).canonicalBytes)
      content.spec = spec.showing(id) ?? spec
    } catch {
      throw .files(error.description)
    }
    return content
  }

  /// Its texts, and the names of its files.
  fileprivate func text(_ bytes: [ContentHash: [UInt8]]) -> String {
    var texts = [spec.origin]
    if case .text(let text) = spec { texts.append(DecodedText.text(of: text.bytes)) }
    texts += files.flatMap { [$0.path, DecodedText.text(of: bytes[$0.hash] ?? [])] }
    return texts.joined(separator: "\n")
  }
}

extension DecodedText {
  /// Returns the text of bytes; an empty one for those of a picture and the like.
  package static func text(of bytes: [UInt8]) -> String {
    isBinary(bytes) ? "" : DecodedText(bytes).text
  }
}

/// The words of a text that was taken out, in lower case, without those that remain elsewhere.
private struct TakenWords {
  private let (text, rest): ([UInt8], [UInt8])
  /// Those that are looked for within longer words.
  private let whole: [[UInt8]]

  /// The shortest word that is looked for, in bytes.
  private static let shortest = 3
  /// The shortest word that is looked for within longer ones.
  private static let shortestWithin = 5
  /// The deepest nesting of messages.
  private static let deepest = 16

  init(_ text: String, rest: String) {
    let rest = Array(rest.lowercased().utf8)
    (self.text, self.rest) = (Array(text.lowercased().utf8), rest)
    whole = Set(Self.words(of: text))
      .filter { $0.count >= Self.shortestWithin && !rest.contains($0) }
  }

  private static func words(of text: String) -> [[UInt8]] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { Array($0.utf8) }
  }

  /// Returns the first word in a message that is one of them, is a part of one, or has one in it; nil for none.
  func first(in message: [UInt8]) -> String? {
    Self.texts(in: message).lazy.flatMap(Self.words)
      .first { word in
        word.count >= Self.shortest && text.contains(word) && !rest.contains(word)
          || whole.contains { word.contains($0) }
      }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The texts among the fields of a message, and of those in it.
  private static func texts(in message: [UInt8], depth: Int = 0) -> [String] {
    var reader = WireReader(message)
    var texts: [String] = []
    do throws(WireError) {
      while depth < deepest, let tag = try reader.next() {
        guard tag.type == .bytes else {
          try reader.skip(tag)
          continue
        }
        let data = try reader.data()
        texts += [String(decoding: data, as: UTF8.self)] + self.texts(in: data, depth: depth + 1)
      }
    } catch {
      // A text is no message.
    }
    return texts
  }
}
