import NavDaemon
import NavHost
import NavSystem

@testable import NavClient

/// The sections of the page about the configuration that are generated from the code.
enum ConfigurationManual {
  static let parts: [String: ManualPart] = [
    "example": { $0.literal(example) },
    "daemonKeys": { page in
      for key in ConfigurationKey.allCases { page.item("\(key)", help(for: key)) }
    },
    "viewerKeys": { page in
      let defaults = ViewerOptions()
      for key in ViewerKey.allCases {
        page.item("\(key)", "\(key.help) Default: `\(key.value(in: defaults))`.")
      }
    },
    "themeTables": { page in
      for (table, parts) in ViewerManual.themeTables { page.item("[\(table)]", parts) }
    },
  ]

  /// A file with the defaults.
  static var example: [String] {
    let limits = ConfigurableLimits()
    let defaults = ViewerOptions()
    return [
      "[state]", "directory = \"~/.local/state/navd\"", "durability = \"process\"", "", "[limits]",
    ] + ConfigurableLimit.allCases.map { "\($0.rawValue) = \(limits[$0])" }
      + [
        "commands = true", "diagrams = false", "icons = false", "", "[control]",
        "policy = \"open\"",
        "idle_release = \"0s\"",
        "questions = true", "pointers = \"driver\"", "recording = \"owner\"", "", "[metrics]",
        "listen = \"\"",
        "insecure = false", "", "[log]", "format = \"text\"", "level = \"info\"", "", "[viewer]",
      ]
      + ViewerKey.allCases.map { "\($0.rawValue) = \($0.value(in: defaults))" }
  }

  private static func help(for key: ConfigurationKey) -> String {
    switch key {
    case .stateDirectory:
      "Where sessions are kept: an absolute path, or one that begins with `~/`. By default "
        + "`$XDG_STATE_HOME/navd`, else `~/.local/state/navd`."
    case .durability:
      "What an acknowledged change survives: `\"process\"`, the default, the end of the process, or `\"power\"`, a loss of "
        + "power too."
    case .limit(let limit):
      "\(meaning(of: limit)) From \(DeckManual.grouped(limit.range.lowerBound)) to "
        + "\(DeckManual.grouped(limit.range.upperBound)); default: \(DeckManual.grouped(ConfigurableLimits()[limit]))."
    case .commands:
      "Whether sessions may show the output of programs (`--cmd`, `--man`, `--git-log`, `--git-diff`, and commands in scenes), which "
        + "`navd` runs as its own user: `true`, the default, or `false`."
    case .diagrams:
      "Whether `dot`, `mmdc` and `d2`, as far as they are installed, draw the diagrams of decks and Markdown files, and "
        + "`rsvg-convert` their SVGs, see `navd-deck`(5): `true`, or `false`, the default."
    case .icons:
      "Whether entries of directories have icons, for viewers whose font has them (Nerd Fonts): `true`, or `false`, the default."
    case .controlPolicy:
      "Who may move a new session: `\"open\"`, the default, everybody; `\"request\"`, one viewer drives and others ask for "
        + "control; `\"locked\"`, one viewer drives and nobody may ask."
    case .idleRelease:
      "How long a driver may leave its session unmoved before it loses control, such as `\"90s\"`, `\"10m\"` or `\"2h\"`, up to "
        + "\(DurationText.text(DurationText.longest)). By default `\"0s\"`: for any time."
    case .questions:
      "Whether the audience may ask the speaker questions: `true`, the default, or `false`."
    case .pointers:
      "Who may point at places and mark lines: `\"driver\"`, the default, those who may move the session; `\"all\"`, all "
        + "viewers but those who only watch; `\"none\"`, nobody."
    case .recording:
      "Who may record sessions with `navclient record`: `\"owner\"`, the default, who owns this `navd`; `\"off\"`, nobody."
    case .metricsListen:
      "Where metrics are served over HTTP, for Prometheus: an address and a port such as `\"127.0.0.1:9464\"` or "
        + "`\"[::1]:9464\"`. By default `\"\"`: nowhere. A change has an effect when `navd` is started anew."
    case .metricsInsecure:
      "Whether that may be an address that other machines reach: `true`, or `false`, the default. There is neither a "
        + "password nor encryption: everybody who can connect reads the metrics. A change has an effect when `navd` is "
        + "started anew."
    case .logFormat:
      "The form of the log: `\"text\"`, the default, sentences; `\"logfmt\"`, `key=value`; `\"json\"`, an object on each line."
    case .logLevel:
      "The least important lines of the log: `\"debug\"`, `\"info\"`, the default, `\"warning\"` or `\"error\"`."
    }
  }

  private static func meaning(of limit: ConfigurableLimit) -> String {
    switch limit {
    case .sessions: "The number of sessions."
    case .viewers: "The number of viewers of all sessions."
    case .streams: "The number of sizes for which all sessions together are laid out."
    case .streamsPerSession: "The number of sizes for which one session is laid out."
    case .requestsPerSecond: "Requests of one connection in a second, over a long time."
    case .requestBurst: "Requests of one connection at once, after a time of silence."
    case .clients: "The number of clients whose answers are kept for repeated requests."
    case .credentialViewers:
      "The number of viewers of one key over TCP, and of one invitation; an invitation with more uses may have as many "
        + "viewers as uses."
    case .credentialStreams:
      "The number of sizes for which sessions are laid out for one key alone."
    case .credentialRequestsPerSecond:
      "Requests of one key in a second, over all its connections; twice as many at once, after a time of silence."
    case .journal:
      "The memory of one session's journal, in MiB: what has moved it in the last 2 hours, which recordings are made of."
    case .memory:
      "The memory that the contents of all sessions may take, in MiB, as navd estimates it. Less by default where this is "
        + "more than a quarter of the machine's memory, or of what its control group or `ulimit -v` allows."
    }
  }
}
