package sets

func portuguese() map[string]string { return map[string]string{} }
