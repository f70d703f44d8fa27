import Glibc

/// What something in a file system is, links followed.
enum FileType: Hashable, Sendable {
  case directory, regular, pipe, socket
  /// A device; and whatever else a system may have.
  case device

  /// - Parameter mode: of a `stat`.
  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFDIR: .directory
      case S_IFREG: .regular
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
  }
}
