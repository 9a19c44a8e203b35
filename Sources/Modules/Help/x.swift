// Help
