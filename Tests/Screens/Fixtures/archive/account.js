window.YTD.account.part0 = [
  {
    "account" : {
      "email" : "keeper@lighthouse.example",
      "username" : "lightkeeper",
      "accountId" : "7",
      "accountDisplayName" : "The Keeper"
    }
  }
]
