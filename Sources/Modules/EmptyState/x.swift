// EmptyState
