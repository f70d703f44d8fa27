import Glibc
import NavBase

/// The reason why a page of a tree can't be shown.
enum TreeProblem: Error, Hashable {
  case vanished
  case brokenLink(target: [UInt8])
  case linkLoop
  case notPermitted
  case pathTooLong
  case tooManyOpenFiles
  case notReady
  /// A pipe, a socket or a device, which is never opened.
  case special(FileType)
  /// The directory is one of its own ancestors.
  case leadsBack(ancestor: [UInt8])
  /// Any other system error, with its number (`errno`).
  case refused(code: Int32)

  init(code: Int32) {
    self =
      switch code {
      case ENOENT, ENOTDIR, ESTALE: .vanished
      case ELOOP: .linkLoop
      case EACCES, EPERM: .notPermitted
      case ENAMETOOLONG: .pathTooLong
      case EMFILE, ENFILE: .tooManyOpenFiles
      case EAGAIN: .notReady
      default: .refused(code: code)
      }
  }

  /// Returns a page that says what happened and what to do.
  func page(title: String) -> TreePage {
    let role: TextRole = isError ? .error : .plain
    return .document(
      title: title,
      TextDocument(blocks: [
        .paragraph(StyledText(text, style: TextStyle(role: role))),
        .paragraph(StyledText(advice)),
      ])
    )
  }

  /// Whether this is an error, instead of something that has no content to read.
  private var isError: Bool {
    switch self {
    case .special, .leadsBack: false
    case .vanished, .brokenLink, .linkLoop, .notPermitted, .pathTooLong, .tooManyOpenFiles: true
    case .notReady, .refused: true
    }
  }

  private var text: String {
    switch self {
    case .vanished:
      "No longer there."
    case .brokenLink(let target):
      "Broken link: nothing is at \(shortened(target))."
    case .linkLoop:
      "Too many links: they seem to lead in a circle."
    case .notPermitted:
      "Permission denied."
    case .pathTooLong:
      "The path is longer than the system allows."
    case .tooManyOpenFiles:
      "Too many open files."
    case .notReady:
      "Nothing can be read from it at the moment."
    case .special(.pipe):
      "A named pipe (FIFO), which is not opened."
    case .special(.socket):
      "A socket, which is not opened."
    case .special(.device), .special(.directory), .special(.regular):
      "A device, which is not opened."
    case .leadsBack(let ancestor):
      "Leads back to \(pageTitle(of: ancestor)), which is open already."
    case .refused(let code):
      "Can't be read: \(sanitized(String(cString: strerror(code))))."
    }
  }

  private var advice: String {
    switch self {
    case .vanished:
      "It was deleted or renamed. Go back and open the directory again."
    case .brokenLink, .linkLoop:
      "Change the link, then go back and open it again."
    case .notPermitted:
      "Make it readable for the user that navd runs as, then go back and open it again."
    case .pathTooLong:
      "Open a session on a directory further down."
    case .tooManyOpenFiles:
      "Wait a little, or raise navd's limit (ulimit -n); then go back and open it again."
    case .notReady:
      "Go back and open it again later."
    case .special:
      "Reading from it could wait for ever or change something: use a program made for it."
    case .leadsBack:
      "Go back to get there."
    case .refused:
      "Check the file system, then go back and open it again."
    }
  }
}

/// Returns a path as one line of at most `Slide.titleColumns` columns.
private func shortened(_ path: [UInt8]) -> String {
  readable(path).truncated(toColumns: Slide.titleColumns)
}

extension ContentError {
  /// Converts the problem of a tree's root into an error.
  init(path: String, problem: TreeProblem) {
    self =
      switch problem {
      case .vanished, .brokenLink: .notFound(path: path)
      case .notPermitted: .notPermitted(path: path)
      case .special, .leadsBack: .notDirectory(path: path)
      case .linkLoop: ContentError(path: path, code: ELOOP)
      case .pathTooLong: ContentError(path: path, code: ENAMETOOLONG)
      case .tooManyOpenFiles: ContentError(path: path, code: EMFILE)
      case .notReady: ContentError(path: path, code: EAGAIN)
      case .refused(let code): ContentError(path: path, code: code)
      }
  }
}
