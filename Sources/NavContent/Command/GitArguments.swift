import NavSystem

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

  /// Makes a call of `git` that runs no other program, reaches no network, and prints the same under every configuration.
  ///
  /// A repository may come from elsewhere, with programs in its `.git/config`. Standard error is separate.
  ///
  /// - Parameters:
  ///   - command: `log`, `show`, `diff` or `status`.
  ///   - arguments: its arguments.
  ///   - directory: the working directory.
  /// - Returns: the call.
  /// - Throws: an error if git can't tell its configuration.
  static func invocation(
    _ command: String,
    _ arguments: [String],
    in directory: String
  ) throws(ProgramError) -> Invocation {
    var settings = Self.settings
    // Only a comparison with the work tree uses filters, which can be replaced by nothing, but not switched off.
    let keys = "^(safe[.]directory|filter[.].*[.](clean|smudge|process))$"
    for entry in try configured(keys, in: directory) {
      switch (entry.key, entry.scope) {
      case ("safe.directory", "system"), ("safe.directory", "global"):
        settings.append((entry.key, entry.value))
      case ("safe.directory", _): break
      default:
        let filter = entry.key[...(entry.key.lastIndex(of: ".") ?? entry.key.startIndex)]
        settings += [(entry.key, ""), (filter + "required", "false")]
      }
    }
    var invocation = Invocation(
      ["git", "--no-pager", command] + (comparing.contains(command) ? options : []) + arguments,
      directory: directory,
      environment: environment(with: settings)
    )
    invocation.errors = .apart
    return invocation
  }

  /// The commands that print differences, and their options.
  private static let comparing: Set = ["show", "diff"]
  private static let options = [
    "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty", "--no-color",
    "--src-prefix=a/", "--dst-prefix=b/",
  ]

  /// The settings that override every configuration file: first those that make git run programs, then the look of its pages.
  private static let settings: [(key: String, value: String)] = [
    ("core.fsmonitor", "false"), ("core.hooksPath", "/dev/null"), ("core.sshCommand", "false"),
    ("core.gitProxy", "false"), ("protocol.allow", "never"), ("log.showSignature", "false"),
    ("diff.submodule", "short"),
    ("color.ui", "never"), ("color.diff", "never"), ("core.quotePath", "false"),
    ("core.abbrev", "auto"), ("i18n.logOutputEncoding", "UTF-8"),
    ("log.date", "default"), ("log.follow", "false"), ("log.mailmap", "true"),
    ("log.showRoot", "true"),
    ("diff.algorithm", "myers"), ("diff.context", "3"), ("diff.interHunkContext", "0"),
    ("diff.indentHeuristic", "true"), ("diff.mnemonicPrefix", "false"), ("diff.noprefix", "false"),
    ("diff.orderFile", "/dev/null"), ("diff.relative", "false"), ("diff.renames", "true"),
    ("diff.renameLimit", "1000"), ("diff.suppressBlankEmpty", "false"),
  ]

  /// Variables of the user that git needs to find their configuration and repository.
  private static let kept: Set = [
    "GIT_CONFIG_GLOBAL", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
  ]

  /// Returns the environment of a call, with settings that are above those of all files.
  private static func environment(with settings: [(key: String, value: String)]) -> [String: String]
  {
    var variables = ProcessEnvironment.inherited()
    variables = variables.filter { !$0.key.hasPrefix("GIT_") || kept.contains($0.key) }
    variables["GIT_ALLOW_PROTOCOL"] = "none"
    variables["GIT_ATTR_NOSYSTEM"] = "1"
    variables["GIT_CONFIG_NOSYSTEM"] = settings.isEmpty ? nil : "1"
    variables["GIT_NO_LAZY_FETCH"] = "1"
    variables["GIT_OPTIONAL_LOCKS"] = "0"
    variables["GIT_TERMINAL_PROMPT"] = "0"
    variables["GIT_CONFIG_COUNT"] = String(settings.count)
    for (index, setting) in settings.enumerated() {
      variables["GIT_CONFIG_KEY_\(index)"] = setting.key
      variables["GIT_CONFIG_VALUE_\(index)"] = setting.value
    }
    return variables
  }

  /// Returns the settings whose keys match, of all files that git reads in a directory.
  private static func configured(
    _ keys: String,
    in directory: String
  ) throws(ProgramError) -> [(scope: String, key: String, value: String)] {
    let query = Invocation(
      ["git", "config", "--show-scope", "-z", "--get-regexp", keys],
      directory: directory,
      environment: environment(with: []),
      errors: .apart
    )
    let output: ProcessOutput
    do { output = try query.run(within: .tool) } catch { throw ProgramError(error.description) }
    if output.end == .exited(code: 1) { return [] }  // There are none.
    guard output.end.isSuccess else { throw ProgramError("git config", output, within: .tool) }
    // A scope, a NUL, a key, and unless it has no value a line feed and the value.
    let parts = output.bytes.split(separator: 0, omittingEmptySubsequences: false)
    return stride(from: 0, to: parts.count - 1, by: 2).map { index in
      let setting = parts[index + 1]
      let key = setting.prefix { $0 != 0x0A }
      return (
        String(decoding: parts[index], as: UTF8.self),
        String(decoding: key, as: UTF8.self),
        String(decoding: setting.dropFirst(key.count + 1), as: UTF8.self)
      )
    }
  }
}
