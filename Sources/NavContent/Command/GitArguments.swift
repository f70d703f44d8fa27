/// The arguments of a `git` command: revisions, and paths after `--`.
struct GitArguments: Hashable {
  /// All arguments, without empty ones.
  let all: [String]

  /// - Throws: an error if there is an option, which could change the output format.
  init(_ arguments: [String], of command: String) throws(ProgramError) {
    let names = arguments.prefix { $0 != "--" }
    if let option = names.first(where: { $0.hasPrefix("-") }) {
      throw ProgramError(
        "git \(command): \(option) is an option; give revisions and paths, "
          + "or use a command line: 'git \(command) --color ...'"
      )
    }
    all = arguments.filter { !$0.isEmpty }
  }

  /// The arguments before `--`.
  var revisions: [String] { Array(all.prefix { $0 != "--" }) }

  /// Makes a call of `git` without colours and path quoting, and with separate standard error.
  static func invocation(
    _ command: String,
    _ arguments: [String],
    in directory: String
  ) -> Invocation {
    var invocation = Invocation(
      ["git", "-c", "color.ui=never", "-c", "core.quotePath=false", command] + arguments,
      directory: directory
    )
    invocation.errors = .apart
    return invocation
  }
}
