// The names of enumerations in JSON and, in capitals, in `scene.proto`. Scripts rely on them: they stay the same even if
// a case is renamed.

extension ContainerKind: SceneEnumeration {
  package static var schemaName: String { "ContainerKind" }

  package var name: String {
    switch self {
    case .pager: "pager"
    case .page: "page"
    case .pageControl: "page_control"
    case .stack: "stack"
    case .tabs: "tabs"
    case .tabBar: "tab_bar"
    case .tabItem: "tab_item"
    case .spine: "spine"
    case .optionBar: "option_bar"
    case .optionCell: "option_cell"
    case .indicator: "indicator"
    }
  }
}

extension BarStyle: SceneEnumeration {
  package static var schemaName: String { "BarStyle" }

  package var name: String {
    switch self {
    case .buttons: "buttons"
    case .segments: "segments"
    case .arrows: "arrows"
    case .options: "options"
    }
  }
}

extension TabBadge.Role: SceneEnumeration {
  package static var schemaName: String { "BadgeRole" }

  package var name: String {
    switch self {
    case .neutral: "neutral"
    case .notice: "notice"
    case .success: "success"
    case .warning: "warning"
    case .alert: "alert"
    }
  }
}

extension FocusKind: SceneEnumeration {
  package static var schemaName: String { "FocusKind" }

  package var name: String {
    switch self {
    case .none: "none"
    case .pager: "pager"
    case .list: "list"
    case .text: "text"
    }
  }
}
