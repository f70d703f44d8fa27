import Glibc

/// The type of a file.
enum FileType: Hashable, Sendable {
  case directory, regular, pipe, socket
  /// A device, or any other type.
  case device

  /// - Parameter mode: the mode in a `stat`.
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
