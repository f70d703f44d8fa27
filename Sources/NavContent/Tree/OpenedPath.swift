import Glibc
import NavBase
import NavSystem

/// An open directory or regular file, found by a path whose links are followed.
struct OpenedPath: ~Copyable {
  let descriptor: Descriptor
  let status: stat

  /// Opens a path; never blocks.
  ///
  /// Pipes, sockets and devices are rejected before they are opened; one that replaces a file after
  /// that check is rejected then.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - root: the directory that links may not lead out of; nil for no restriction.
  init(_ path: [UInt8], beneath root: String? = nil) throws(TreeProblem) {
    // The system would cut such a path at the NUL.
    guard !path.contains(0), ReadingRoot.admits(path) else { throw .vanished }
    ReadFiles.note(String(decoding: path, as: UTF8.self))
    let location = path.terminated
    let before = try Self.asking { () throws(SystemFailure) in try NavSystem.status(of: location) }
    try Self.checkType(before)
    let descriptor = try Self.asking { () throws(SystemFailure) -> Descriptor in
      if let root { return try Descriptor(opening: path, beneath: root) }
      return try Descriptor(opening: location)
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

  /// Reads the entries of a directory.
  consuming func listing(
    title: String,
    order: TreeOrder,
    limits: TreeLimits
  ) throws(TreeProblem) -> DirectoryListing {
    let descriptor = descriptor
    do throws(SystemFailure) {
      return try DirectoryStream(descriptor).listing(title: title, order: order, limits: limits)
    } catch {
      throw TreeProblem(code: error.code)
    }
  }

  /// Returns the open descriptor.
  consuming func takeDescriptor() -> Descriptor { descriptor }

  /// Reads up to `limit` bytes of a file.
  borrowing func read(atMost limit: Int) throws(TreeProblem) -> [UInt8] {
    ReadingBudget.checkReadsFiles()
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
