import NavBase
package import CNavSupport
import Glibc

/// A program with its arguments and environment, validated and found in PATH.
package struct Launch {
  /// The program as it was given.
  package let program: String
  private let file: String
  private let arguments: [String]
  private let environment: [String]
  private let directory: String?

  /// Validates the texts, and finds the program.
  ///
  /// - Parameters:
  ///   - arguments: the program, searched in PATH if it has no slash, and its arguments.
  ///   - variables: all its environment variables, of which PATH is searched.
  ///   - directory: its working directory; nil for that of this process.
  /// - Throws: `.invalidArguments` or `.notFound`.
  package init(
    _ arguments: [String],
    environment variables: [String: String],
    directory: String? = nil
  ) throws(ProcessError) {
    guard let program = arguments.first, !program.isEmpty else { throw .invalidArguments }
    let environment = variables.map { "\($0.key)=\($0.value)" }.sorted()
    let texts = arguments + environment + [directory ?? ""]
    guard !texts.contains(where: { $0.utf8.contains(0) }) else { throw .invalidArguments }
    guard let file = ProgramPath.find(program, path: variables["PATH"]) else {
      throw .notFound(program: program)
    }
    self.program = program
    self.file = file
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - input: the descriptor of standard input.
  ///   - output: the descriptor of standard output.
  ///   - errors: the descriptor of standard error.
  ///   - memory: the limit of its data in bytes; 0 for none.
  ///   - diesWithThread: whether the kernel kills it when this thread or this process ends.
  ///   - keepsSession: whether it may ask the user at the terminal: it stays in the session and process group of this
  ///     process, else it leads its own ones.
  /// - Returns: the process number.
  /// - Throws: the reason why it could not be started.
  package func start(
    input: Int32,
    output: Int32,
    errors: Int32,
    memory: Int = 0,
    diesWithThread: Bool = true,
    keepsSession: Bool = false
  ) throws(ProcessError) -> pid_t {
    var stage: Int32 = 0
    let number = withPointers(to: arguments) { arguments in
      withPointers(to: environment) { environment in
        withPointers(to: [file, directory].compactMap(\.self)) { paths in
          guard let path = paths[0] else { return pid_t(-1) }
          var process = nav_process(
            path: path,
            argv: arguments,
            environment: environment,
            directory: directory == nil ? nil : paths[1],
            input: input,
            output: output,
            errors: errors,
            memory: UInt64(max(0, memory)),
            dies_with_thread: diesWithThread ? 1 : 0,
            keeps_session: keepsSession ? 1 : 0
          )
          return nav_process_start(&process, &stage)
        }
      }
    }
    guard number > 0 else { throw error(stage: stage, code: errno) }
    return number
  }

  private func error(stage: Int32, code: Int32) -> ProcessError {
    switch (stage, code) {
    case (NAV_PROCESS_DIRECTORY, _): .noDirectory(path: directory ?? "")
    case (NAV_PROCESS_PROGRAM, ENOENT), (NAV_PROCESS_PROGRAM, ENOTDIR): .notFound(program: program)
    case (NAV_PROCESS_PROGRAM, EACCES): .notPermitted(program: program)
    case (NAV_PROCESS_PROGRAM, E2BIG): .invalidArguments
    default: .refused(program: program, code: code)
    }
  }
}

/// Passes strings as a NULL-terminated array of C strings.
private func withPointers<Result>(
  to texts: [String],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0.utf8.terminated) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress else { preconditionFailure("cannot lend an empty list") }
    return body(base)
  }
}

/// The reason why a program could not be started.
package enum ProcessError: Error, Hashable, Sendable {
  /// There is no such program in PATH, or no executable one.
  case notFound(program: String)
  case notPermitted(program: String)
  /// The working directory doesn't exist or may not be entered.
  case noDirectory(path: String)
  /// An argument, a variable or a path is too long or contains a NUL.
  case invalidArguments
  /// Any other system error, with its number (`errno`).
  case refused(program: String, code: Int32)
}

/// Returns all environment variables of this process.
package func environmentVariables() -> [String: String] {
  var variables: [String: String] = [:]
  var next = nav_environment()
  while let entry = next.pointee {
    let text = String(system: entry)
    if let equals = text.firstIndex(of: "="), equals > text.startIndex {
      variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    next = next.advanced(by: 1)
  }
  return variables
}

/// Finds the executable of a program.
package enum ProgramPath {
  /// The directories to search if PATH is not set.
  private static let standard = "/usr/local/bin:/usr/bin:/bin"

  /// Returns the executable of a program: the name itself if it has a slash, else the first
  /// executable file with that name in PATH.
  ///
  /// - Parameters:
  ///   - program: a name or a path.
  ///   - path: the value of PATH; empty and relative parts are ignored.
  /// - Returns: the path; nil if there is none.
  package static func find(_ program: String, path: String?) -> String? {
    guard !program.isEmpty, !program.utf8.contains(0) else { return nil }
    guard !program.utf8.contains(UInt8(ascii: "/")) else { return program }
    for directory in (path ?? standard).split(separator: ":") where directory.hasPrefix("/") {
      let file = "\(directory)/\(program)"
      if isRunnable(file) { return file }
    }
    return nil
  }

  /// The path without links of the program of this process; nil if the system does not tell it.
  package static var own: String? {
    realPath(of: "/proc/self/exe".utf8).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the first executable of some files whose paths begin at the directory of this process's program; nil if there
  /// is none.
  package static func find(beside files: String...) -> String? {
    guard let own, let end = own.lastIndex(of: "/") else { return nil }
    return files.lazy.map { "\(own[...end])\($0)" }.first(where: isRunnable)
  }

  private static func isRunnable(_ file: String) -> Bool {
    guard let status = try? status(of: file.utf8.terminated) else { return false }
    return status.st_mode & S_IFMT == S_IFREG && access(file.utf8.terminated, X_OK) == 0
  }
}
