package import NavBase
package import NavViewer
import NavWire

/// Content from clients (proto/README.md: Content from clients).
extension OneShotCommands {
  /// Sends the files of which content consists, as far as the daemon does not have them.
  ///
  /// - Parameters:
  ///   - files: the files, which are read again if one of them changes meanwhile.
  ///   - session: the session that shows an older version of them, and this one afterwards; nil for none.
  /// - Returns: the content as the daemon shows it.
  /// - Throws: `.noInput` for files that can't be sent; the daemon's refusal, or `.timeout`.
  package mutating func send(
    _ files: ContentFiles,
    for session: String? = nil
  ) throws(ClientExit) -> ContentSpec {
    defer { requester.purpose = nil }
    var attempt = 1
    while true {
      requester.purpose = "reading \(files.paths.count) files"
      let bundle = try LocalBundle(files)
      do throws(ClientExit) {
        let id = try send(bundle, for: session)
        return .bundle(try content(files.entry, in: id))
      } catch {
        // A file that has changed meanwhile arrives with another hash.
        guard error.code == .noInput, attempt < Self.sendAttempts else { throw error }
        attempt += 1
      }
    }
  }

  /// Sends a text that is too long for a request, as a file.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - file: how it is shown, and its name.
  /// - Returns: the content as the daemon shows it.
  /// - Throws: `.noInput` if it is too long to be sent; the daemon's refusal, or `.timeout`.
  package mutating func send(
    _ bytes: [UInt8],
    as file: PathContent
  ) throws(ClientExit) -> ContentSpec {
    defer { requester.purpose = nil }
    let id = try send(try LocalBundle(bytes, at: file.path), for: nil)
    return .bundle(try content(.path(file), in: id))
  }

  /// The most times that files are read which change while they are sent.
  private static let sendAttempts = 5

  private func content(
    _ entry: ContentSpec,
    in id: ContentHash
  ) throws(ClientExit) -> BundleContent {
    do throws(Rejection) {
      return try BundleContent(id: id, entry)
    } catch {
      throw ClientExit(.usage, error.description)
    }
  }

  /// Sends the files of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the files.
  ///   - session: the session that shows an older version of them; nil for none.
  ///   - content: the content in whose form the session is to show them; nil for its own.
  /// - Returns: the hash of its manifest.
  @discardableResult
  mutating func send(
    _ bundle: LocalBundle,
    for session: String?,
    inFormOf content: ContentSpec? = nil
  ) throws(ClientExit) -> ContentHash {
    let reference = session.map { SessionReference.name($0) }
    let offer = Request.Bundle.offer(bundle.manifest, for: reference, inFormOf: content)
    var state = try state(after: offer)
    let id = state.id
    let sizes = Dictionary(bundle.manifest.files.map { ($0.hash, $0.size) }) { first, _ in first }
    var missing = Self.received(state, of: sizes)
    var (sent, stalls) = (0, 0)
    let whole = missing.reduce(0) { $0 + (sizes[$1.key] ?? 0) - $1.value }
    while !missing.isEmpty {
      requester.purpose =
        "sending \(Self.fileWords(bundle.manifest.files.count)): \(100 * sent / max(1, whole)) %"
      let pieces = try bundle.pieces(after: missing)
      state = try self.state(after: .put(id: id, pieces))
      let before = missing
      let needs = Self.received(state, of: sizes)
      for piece in pieces {
        missing[piece.hash] = needs[piece.hash]
        sent += piece.bytes.count
      }
      // A daemon that takes nothing would be asked for ever.
      stalls = missing == before ? stalls + 1 : 0
      guard stalls < Self.sendAttempts else {
        throw ClientExit(.timeout, "the daemon does not take the files: try again")
      }
    }
    guard state.isComplete else {
      throw ClientExit(.timeout, "the daemon has lost some of the files: try again")
    }
    return id
  }

  /// Returns how many bytes of each incomplete file the daemon has; it may say anything.
  private static func received(
    _ state: Reply.BundleState,
    of sizes: [ContentHash: Int]
  ) -> [ContentHash: Int] {
    var received: [ContentHash: Int] = [:]
    for need in state.needs where received[need.hash] == nil {
      received[need.hash] = max(0, min(need.received, sizes[need.hash] ?? 0))
    }
    return received
  }

  /// Returns a number of files in words.
  static func fileWords(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }

  private mutating func state(
    after request: Request.Bundle
  ) throws(ClientExit) -> Reply.BundleState {
    guard case .bundle(let state) = try requester.ask(.bundle(request)) else {
      throw .unexpected("the state of a bundle")
    }
    return state
  }
}
