// Login
