import Glibc

/// What a path leads to, links followed: a directory or a regular file, open for reading.
struct OpenedPath: ~Copyable {
  let descriptor: Descriptor
  let status: stat

  /// Opens what is at a path without waiting for anybody.
  ///
  /// Pipes, sockets and devices are refused before they are opened; one that takes a file's place
  /// in between is refused then.
  init(_ path: [UInt8]) throws(TreeProblem) {
    // The system would see such a path only up to the NUL.
    guard !path.contains(0) else { throw .vanished }
    ReadFiles.note(String(decoding: path, as: UTF8.self))
    let location = path.terminated
    let before = try Self.asking { () throws(SystemFailure) in try NavContent.status(of: location) }
    try Self.checkType(before)
    let descriptor = try Self.asking { () throws(SystemFailure) in
      try Descriptor(opening: location)
    }
    let status = try Self.asking { () throws(SystemFailure) in try descriptor.status() }
    try Self.checkType(status)
    self.descriptor = descriptor
    self.status = status
  }

  var isDirectory: Bool { FileType(mode: status.st_mode) == .directory }

  private static func checkType(_ status: stat) throws(TreeProblem) {
    let type = FileType(mode: status.st_mode)
    switch type {
    case .directory, .regular: break
    case .pipe, .socket, .device: throw .special(type)
    }
  }

  /// The entries of a directory.
  consuming func listing(
    title: String,
    order: ListingOrder,
    limits: TreeLimits
  ) throws(TreeProblem) -> DirectoryListing {
    let descriptor = descriptor
    do throws(SystemFailure) {
      return try DirectoryStream(descriptor).listing(title: title, order: order, limits: limits)
    } catch {
      throw TreeProblem(code: error.code)
    }
  }

  /// Hands the open file over.
  consuming func takeDescriptor() -> Descriptor { descriptor }

  /// The first `limit` bytes of a file, or all there are.
  borrowing func read(atMost limit: Int) throws(TreeProblem) -> [UInt8] {
    do throws(SystemFailure) {
      return try descriptor.read(atMost: limit)
    } catch {
      throw TreeProblem(code: error.code)
    }
  }

  private static func asking<Answer: ~Copyable>(
    _ question: () throws(SystemFailure) -> Answer
  ) throws(TreeProblem) -> Answer {
    do {
      return try question()
    } catch {
      throw TreeProblem(code: error.code)
    }
  }
}
