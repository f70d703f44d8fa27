import NavBase
import NavClient
import NavContent
import NavSystem
import NavViewer
import NavWire

/// Content whose files are on this machine, for a daemon that is perhaps on another one.
extension ContentOptions {
  /// Returns the content that the user named as a daemon can show it (`sent`); nil if none.
  func content(sentTo endpoints: Endpoints) throws(ClientExit) -> ContentSpec? {
    guard let found = try content() else { return nil }
    return try Self.sent(found, to: endpoints, isOnServer: onServer)
  }

  /// Returns content as a daemon can show it, after its files were sent if the daemon is on another machine, or a text
  /// that is too long for a request.
  ///
  /// Somebody who may send nothing may still join the session that is there already, or is told why no session begins.
  ///
  /// - Throws: `.noInput` for files that can't be sent; the daemon's refusal.
  static func sent(
    _ content: ContentSpec,
    to endpoints: Endpoints,
    isOnServer: Bool = false
  ) throws(ClientExit) -> ContentSpec {
    if case .text(let text) = content, text.bytes.count > GivenText.byteLimit {
      var commands = try OneShotCommands(endpoints: endpoints)
      return try commands.send(text.bytesOfFile, as: text.file)
    }
    guard endpoints.isRemote, !isOnServer, content.usesFiles else { return content }
    let files = try ContentFiles(on: content)
    if let omission = files.omission { Console.printError(omission) }
    var commands = try OneShotCommands(endpoints: endpoints)
    do throws(ClientExit) {
      return try commands.send(files)
    } catch {
      guard error.code == .notPermitted else { throw error }
      return content
    }
  }
}

extension GivenText {
  /// The file as which a text is sent that is too long for a request.
  fileprivate var file: PathContent {
    switch form {
    case .deck: return PathContent(.deck, shownName)
    case .printed: return PathContent(.file, shownName)
    case .outline:
      let isYAML = DataDocument.Format(guessing: bytes) == .yaml
      return PathContent(.outline, shownName + (isYAML ? ".yaml" : ".json"))
    }
  }

  /// The bytes of that file: those of printed text as they would be left on a terminal, without colours.
  fileprivate var bytesOfFile: [UInt8] {
    guard form == .printed, bytes.contains(where: { $0 == 0x1B || $0 == 0x08 || $0 == 0x0D })
    else { return bytes }
    let all = 1 << 40
    var text = TerminalText(.init(lines: all, bytes: all, keeping: .oldest))
    text.append(bytes[...])
    text.finish()
    return Array(text.lines.map(\.text).joined(separator: "\n").utf8)
  }
}

extension ContentFiles {
  /// Finds the files of content.
  ///
  /// - Throws: `.noInput` for files that can't be sent.
  init(on content: ContentSpec) throws(ClientExit) {
    do throws(ContentFailure) {
      try self.init(of: content)
    } catch {
      throw ClientExit(error.isForbidden ? .notPermitted : .noInput, error.description)
    }
  }
}
