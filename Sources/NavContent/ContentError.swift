import NavBase

/// The reason why content can't be shown.
///
/// The description says what happened and what to do.
package enum ContentError: Error, Hashable, Sendable {
  /// Nothing exists at the path.
  case notFound(path: String)
  case isDirectory(path: String)
  /// The path exists but is not a directory.
  case notDirectory(path: String)
  /// No permission to read the file or to search a directory of its path.
  case notPermitted(path: String)
  /// The path is not among the files of a client, of which alone content may be read.
  case outside(path: String)
  /// Symbolic links lead from the path to a file outside of the content's directory.
  case linksOut(path: String)
  /// A pipe, a socket or a device.
  case notRegularFile(path: String)
  /// The file is longer than `limit` bytes.
  case tooLarge(path: String, limit: Int)
  /// The file would take more memory than navd has for it, or more processor time than a file may take.
  case needsMemory(path: String)
  /// The file is not text.
  case binary(path: String)
  /// The file is invalid or exceeds a limit.
  case malformed(path: String, SceneFault)
  /// The file disappeared while it was read.
  case vanished(path: String)
  /// Any other system error, with its number (`errno`) and text.
  case unreadable(path: String, code: Int32, reason: String)

  /// The path as it was given.
  package var path: String {
    switch self {
    case .notFound(let path), .isDirectory(let path), .notDirectory(let path),
      .notPermitted(let path), .notRegularFile(let path), .tooLarge(let path, _),
      .needsMemory(let path), .binary(let path), .outside(let path), .linksOut(let path),
      .malformed(let path, _),
      .vanished(let path),
      .unreadable(let path, _, _):
      path
    }
  }
}

extension ContentError {
  /// The kind of the failure that it is for a session.
  var cause: ContentFailure.Cause {
    switch self {
    case .notPermitted, .outside, .linksOut: .forbidden
    case .needsMemory: .limit
    case .notFound, .isDirectory, .notDirectory, .notRegularFile, .tooLarge, .binary, .malformed,
      .vanished, .unreadable:
      .unreadable
    }
  }

  /// One sanitised line without advice, about content that could be read before.
  package var brief: String {
    let name = sanitized(path.lastComponent ?? path)
    return switch self {
    case .notFound, .vanished: "\(name) is gone"
    case .isDirectory: "\(name) is a directory now"
    case .notDirectory: "\(name) is no directory any more"
    case .notPermitted: "\(name) may not be read (permission denied)"
    case .outside: "\(name) was not sent"
    case .linksOut: "\(name) is a link to another directory"
    case .notRegularFile: "\(name) is no file any more"
    case .tooLarge(_, let limit): "\(name) is larger than \(byteLimit(limit))"
    case .needsMemory: "\(name) needs too much memory or time"
    case .binary: "\(name) is no text"
    case .malformed(_, let fault): "\(name):\(fault)"
    case .unreadable(_, _, let reason): "\(name) can't be read (\(sanitized(reason)))"
    }
  }
}

extension ContentError: CustomStringConvertible {
  private var thing: String { PathKind(ofFileNamed: path) == .deck ? "the deck" : "it" }

  /// One sanitised line that says what happened and what to do.
  package var description: String {
    let name = sanitized(path)
    return switch self {
    case .notFound:
      "\(name): no such file; check the name"
    case .isDirectory:
      "\(name): a directory; open it as a tree, or give a Markdown file"
    case .notDirectory:
      "\(name): not a directory; give one, or open the file as a deck"
    case .notPermitted:
      "\(name): permission denied; make it readable for the user that navd runs as"
    case .outside:
      "\(name): not among the files that were sent; open a directory that contains it"
    case .linksOut:
      "\(name): a link leads out of the directory of what includes it; copy the file there"
    case .notRegularFile:
      "\(name): not a regular file; save the text in a file and open that"
    case .tooLarge(_, let limit):
      "\(name): larger than \(limit >> 20) MiB; split \(thing) into several files"
    case .needsMemory:
      "\(name): needs too much memory or time to be read; divide it into several files, or raise limits.memory"
    case .binary:
      "\(name): not a text, so there is nothing to write; show it with --open"
    case .malformed(_, let fault):
      "\(name):\(fault)"
    case .vanished:
      "\(name): went away while it was read; open it again when it is back"
    case .unreadable(_, _, let reason):
      "\(name): can't be read (\(sanitized(reason))); check the file and its file system"
    }
  }
}
